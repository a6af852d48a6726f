// SPDX-License-Identifier: BSD-3-Clause
//
// The kernels that are timed: those of the BLAS that dense solvers call, of all three levels, in
// double precision. Routines that are not here cost what their level costs on average.
//
// Operands are matrices and vectors at random places of two areas, one that is only read and one
// that is written, each far larger than caches: as in a program, a call finds its operands there
// only when they are small. Values stay of order one, so no call meets numbers that are slow.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace smpi::calibrate {

// Dimensions of a call as its routine names them, M, N, K, as many as it has.
struct Shape {
  std::array<int, 3> sizes{};
  bool is_other_variant = false;  // transposed, or from the right
};

// The operands of one worker.
class Operands {
 public:
  // For matrices of up to size_max x size_max. Takes 32 size_max^2 bytes.
  explicit Operands(int size_max);

  // Places for `count` elements. They are the same for the same `place`.
  const double* to_read(std::uint64_t place, std::size_t count) const;
  double* to_write(std::uint64_t place, std::size_t count);
  // Two that do not overlap.
  std::array<double*, 2> two_to_write(std::uint64_t place, std::size_t count);

 private:
  std::vector<double> read_;
  std::vector<double> written_;
};

// A call in a place.
struct Call {
  const Shape& shape;
  Operands& operands;
  std::uint64_t place;
};

struct Kernel {
  const char* routine;             // a name of modeled::blas_routines()
  int dimension_count;             // of Shape::sizes
  bool has_matrix;                 // or vectors alone, which may be longer
  std::vector<std::string> terms;  // formulas over the routine's dimensions
  void (*run)(const Call& call);
};

std::span<const Kernel> kernels();

// Longest vector that goes with matrices of a size.
int vector_size_max(int size_max);

// The values of the routine's dimensions, in the order of blas_routines(), where R and T are those
// of the side that the shape's variant has.
std::vector<double> dimensions_of(const Kernel& kernel, const Shape& shape);

}  // namespace smpi::calibrate
