// SPDX-License-Identifier: BSD-3-Clause
//
// The plug-in: state of its own, of the program and of MPI, and an exception that the program
// catches.
#include <mpi.h>

#include <cstdio>
#include <stdexcept>

extern "C" int add_to_program(int value);
extern "C" int help(int value);

namespace {

thread_local int calls = 0;

struct Lifetime {
  Lifetime() : start(add_to_program(0)) {}
  ~Lifetime() { std::puts("plug-in ends"); }
  int start;
} lifetime;

}  // namespace

extern "C" int start_value() {
  return lifetime.start;
}
extern "C" int count_calls() {
  return ++calls;
}
extern "C" int sum_of_ranks() {
  int rank = 0;
  int sum = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}
extern "C" int ask_helper(int value) {
  return help(value);
}
extern "C" void fail(const char* text) {
  throw std::runtime_error(text);
}
