// SPDX-License-Identifier: BSD-3-Clause
//
// Functions of the program say what sends and receives cost, by size and by hosts.
#include <mpi.h>
#include <smpi/smpi.h>
#include <simgrid/s4u/Host.hpp>

#include <cstdio>
#include <vector>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  using Host = simgrid::s4u::Host;
  smpi_register_op_cost_callback(SmpiOperation::SEND, [](size_t bytes, Host* from, Host* to) {
    return 1e-3 * from->get_core_count() + 1e-7 * static_cast<double>(bytes) +
           1e-4 * (to->get_name() == "n2");
  });
  smpi_register_op_cost_callback(
      SmpiOperation::ISEND, [](size_t, Host* from, Host*) { return 2e-12 * from->get_speed(); });
  smpi_register_op_cost_callback(SmpiOperation::RECV, [](size_t bytes, Host*, Host*) {
    return 3e-3 + 2e-8 * static_cast<double>(bytes);
  });
  std::vector<char> data(5000);
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  for (const int bytes : {1, 700, 5000}) {
    if (rank % 2 == 0) {
      MPI_Send(data.data(), bytes, MPI_CHAR, next, 0, MPI_COMM_WORLD);
      MPI_Recv(data.data(), bytes, MPI_CHAR, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Request request;
      MPI_Recv(data.data(), bytes, MPI_CHAR, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Isend(data.data(), bytes, MPI_CHAR, next, 0, MPI_COMM_WORLD, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    std::printf("until%d-%d = %.9f\n", bytes, rank, MPI_Wtime());
  }
  MPI_Finalize();
  return 0;
}
