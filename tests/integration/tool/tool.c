/* SPDX-License-Identifier: BSD-3-Clause */
/* A profiler as users write them: it counts calls in variables of the process, lets some of them do
   something else, and prints in MPI_Finalize. */
#include <mpi.h>
#include <stdio.h>

static int sends, receives, collectives, rank = -1;

__attribute__((constructor)) static void start(void) {
  sends = receives = collectives = 0;
}

int MPI_Init(int* argc, char*** argv) {
  const int error = PMPI_Init(argc, argv);
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return error;
}

int MPI_Send(const void* buffer, int count, MPI_Datatype type, int destination, int tag,
             MPI_Comm comm) {
  sends++;
  return PMPI_Send(buffer, count, type, destination, tag, comm);
}

int MPI_Recv(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
             MPI_Status* status) {
  receives++;
  return PMPI_Recv(buffer, count, type, source, tag, comm, status);
}

/* The tool may answer itself. */
int MPI_Comm_size(MPI_Comm comm, int* size) {
  const int error = PMPI_Comm_size(comm, size);
  if (comm == MPI_COMM_SELF) *size = 41;
  return error;
}

int MPI_Allreduce(const void* input, void* output, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  collectives++;
  return PMPI_Allreduce(input, output, count, type, op, comm);
}

int MPI_Finalize(void) {
  printf("tool: rank %d sends %d receives %d collectives %d\n", rank, sends, receives, collectives);
  return PMPI_Finalize();
}
