// SPDX-License-Identifier: BSD-3-Clause
//
// Kernels that return something else than a number or nothing, and one that returns a number.
#include <mpi.h>

#include <cstdio>

class Sums {
 public:
  explicit Sums(double value) { values_[0] = value; }
  ~Sums() {}
  double first() const { return values_[0]; }

 private:
  double values_[8] = {};
};
struct Pair {
  double low, high;
};
union Either {
  double number;
  char bytes[32];
};

#define KERNEL __attribute__((noipa))

static inline double spin(int count) {
  volatile double sum = 1;
  for (int i = 0; i < 300000; i++) sum = sum / 1.0000001 + count;
  return sum;
}

KERNEL Sums in_memory(int count) {
  return Sums(spin(count));
}
KERNEL Pair in_registers(int count) {
  return {spin(count), 1};
}
KERNEL Either in_union(int count) {
  return {spin(count)};
}
KERNEL long double in_x87(int number) {
  return spin(number);
}
KERNEL double in_register(int count) {
  return spin(count);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  double sum = 0;
  for (int i = 1; i <= 30; i++) {
    sum += in_memory(i).first() + in_registers(i).low + in_union(i).number;
    sum += static_cast<double>(in_x87(i)) + in_register(i);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  std::printf("%g\n", sum);
  MPI_Finalize();
}
