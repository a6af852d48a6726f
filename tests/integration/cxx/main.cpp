// SPDX-License-Identifier: BSD-3-Clause
//
// What C++ programs use: iostream, exceptions (also while other ranks are inside a handler), static
// members, inline variables, function statics, thread_local, containers, chrono, static
// constructors and destructors, lambdas through std::function, RTTI. Rank 0 prints a line for every
// check that fails on some rank.
#include <mpi.h>

#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <thread>
#include <typeinfo>
#include <vector>

#include "shared.h"

namespace {

int rank, size, failures;

void check(bool good, const char* what) {
  if (good) return;
  failures++;
  std::ostringstream line;
  line << "rank " << rank << ": " << what << "\n";
  std::cerr << line.str();
}

void statics() {
  // 1 + 2 + 4 + 6 + 4 + 5, and `rank` added to each of the six by the other file.
  check(change_all(rank) == 22 + 6 * rank, "state shared by two files");
  MPI_Barrier(MPI_COMM_WORLD);
  check(change_all(0) == 22 + 6 * rank, "state changed by another rank");
  check(inline_variable == 1 + rank && inline_thread_local == 2 + rank, "inline variables");
  check(Counter::count == 4 + rank, "static constructor run once");
  text() += std::to_string(rank);
  MPI_Barrier(MPI_COMM_WORLD);
  check(text() == "rank" + std::to_string(rank), "static object");
}

// Every rank switches to another one while it handles an exception, and rethrows.
void exceptions() {
  int caught = 0;
  try {
    try {
      throw_from_other_file(rank);
    } catch (const std::out_of_range&) {
      MPI_Barrier(MPI_COMM_WORLD);
      throw;
    }
  } catch (const std::exception& error) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (error.what() == "thrown by rank " + std::to_string(rank)) caught++;
    check(std::uncaught_exceptions() == 0, "uncaught exceptions of another rank");
  }
  check(caught == 1, "exception");
  try {
    int value = rank;
    throw value;
  } catch (int value) {
    check(value == rank, "exception of a basic type");
  }
}

struct Base {
  virtual ~Base() = default;
  virtual int answer() const { return 1; }
};
struct Derived : Base {
  int answer() const override { return 2; }
};

void objects() {
  std::unique_ptr<Base> object = std::make_unique<Derived>();
  check(object->answer() == 2 && dynamic_cast<Derived*>(object.get()), "virtual call and cast");
  check(typeid(*object) == typeid(Derived), "RTTI");
  std::map<std::string, std::vector<int>> map;
  for (int i = 0; i < 100; i++) map[std::to_string(i % 10)].push_back(i * rank);
  std::function<int(int)> sum = [&](int key) {
    int total = 0;
    for (int value : map[std::to_string(key)]) total += value;
    return total;
  };
  check(sum(3) == 480 * rank, "containers and lambdas");
}

void clocks() {
  const double before_s = MPI_Wtime();
  const auto before = std::chrono::steady_clock::now();
  MPI_Barrier(MPI_COMM_WORLD);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - before;
  const double passed_s = MPI_Wtime() - before_s;
  check(passed.count() >= 0 && passed.count() <= passed_s + 1e-6, "chrono follows MPI_Wtime");
  const double asleep_s = MPI_Wtime();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  check(MPI_Wtime() - asleep_s > 0.0199, "MPI_Wtime goes on while the program sleeps");
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  statics();
  exceptions();
  objects();
  clocks();
  int all = 0;
  MPI_Reduce(&failures, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) std::cout << "ranks=" << size << " failures=" << all << std::endl;
  MPI_Finalize();
  return failures == 0 ? 0 : 1;
}
