// SPDX-License-Identifier: BSD-3-Clause
//
// The table of kernels, and their calls.
#include "tools/calibrate/kernels.h"

#include <cblas.h>

#include "kernel/random_stream.h"

namespace smpi::calibrate {
namespace {

using kernel::RandomStream;

constexpr std::size_t line_elements = 8;

// Does the triangular matrix stand on the left?
bool is_left(const Shape& shape) {
  return !shape.is_other_variant;
}

// Columns are apart by a little more than they are long: lengths that are powers of two would meet
// in the same sets of the cache.
int leading(int rows) {
  constexpr int line = line_elements;
  return (rows + line - 1) / line * line + line;
}

std::size_t elements(int rows, int columns) {
  return static_cast<std::size_t>(leading(rows)) * static_cast<std::size_t>(columns);
}

std::size_t offset(std::uint64_t place, std::size_t room) {
  return RandomStream(place, 0).next() % (room / line_elements + 1) * line_elements;
}

void run_gemm(const Call& call) {
  const auto [m, n, k] = call.shape.sizes;
  const bool transposed = call.shape.is_other_variant;
  const int b_rows = transposed ? n : k;
  const double* a = call.operands.to_read(2 * call.place, elements(m, k));
  const double* b = call.operands.to_read(2 * call.place + 1, elements(b_rows, transposed ? k : n));
  double* c = call.operands.to_write(call.place, elements(m, n));
  cblas_dgemm(CblasColMajor, CblasNoTrans, transposed ? CblasTrans : CblasNoTrans, m, n, k, -1, a,
              leading(m), b, leading(b_rows), 1, c, leading(m));
}

void run_trsm(const Call& call) {
  const int m = call.shape.sizes[0];
  const int n = call.shape.sizes[1];
  const int order = is_left(call.shape) ? m : n;
  const double* a = call.operands.to_read(call.place, elements(order, order));
  double* b = call.operands.to_write(call.place, elements(m, n));
  cblas_dtrsm(CblasColMajor, is_left(call.shape) ? CblasLeft : CblasRight, CblasLower, CblasNoTrans,
              CblasUnit, m, n, 1, a, leading(order), b, leading(m));
}

void run_gemv(const Call& call) {
  const int m = call.shape.sizes[0];
  const int n = call.shape.sizes[1];
  const bool transposed = call.shape.is_other_variant;
  const double* a = call.operands.to_read(2 * call.place, elements(m, n));
  const double* x = call.operands.to_read(2 * call.place + 1, elements(transposed ? m : n, 1));
  double* y = call.operands.to_write(call.place, elements(transposed ? n : m, 1));
  cblas_dgemv(CblasColMajor, transposed ? CblasTrans : CblasNoTrans, m, n, -1, a, leading(m), x, 1,
              1, y, 1);
}

void run_ger(const Call& call) {
  const int m = call.shape.sizes[0];
  const int n = call.shape.sizes[1];
  const double* x = call.operands.to_read(2 * call.place, elements(m, 1));
  const double* y = call.operands.to_read(2 * call.place + 1, elements(n, 1));
  double* a = call.operands.to_write(call.place, elements(m, n));
  cblas_dger(CblasColMajor, m, n, -1, x, 1, y, 1, a, leading(m));
}

void run_trsv(const Call& call) {
  const int n = call.shape.sizes[0];
  const double* a = call.operands.to_read(call.place, elements(n, n));
  double* x = call.operands.to_write(call.place, elements(n, 1));
  cblas_dtrsv(CblasColMajor, CblasLower, call.shape.is_other_variant ? CblasTrans : CblasNoTrans,
              CblasUnit, n, a, leading(n), x, 1);
}

// Of level 1: one vector that is read, one that is written, or both.
const double* read_vector(const Call& call) {
  return call.operands.to_read(call.place, elements(call.shape.sizes[0], 1));
}
double* written_vector(const Call& call) {
  return call.operands.to_write(call.place, elements(call.shape.sizes[0], 1));
}

void run_axpy(const Call& call) {
  cblas_daxpy(call.shape.sizes[0], -1, read_vector(call), 1, written_vector(call), 1);
}
void run_scal(const Call& call) {
  cblas_dscal(call.shape.sizes[0], -1, written_vector(call), 1);
}
void run_copy(const Call& call) {
  cblas_dcopy(call.shape.sizes[0], read_vector(call), 1, written_vector(call), 1);
}
void run_swap(const Call& call) {
  const auto [x, y] = call.operands.two_to_write(call.place, elements(call.shape.sizes[0], 1));
  cblas_dswap(call.shape.sizes[0], x, 1, y, 1);
}

// What a call returns must be used, or a compiler that knew the BLAS could leave it out.
volatile double result_of_last_call;

void run_dot(const Call& call) {
  result_of_last_call =
      cblas_ddot(call.shape.sizes[0], read_vector(call), 1, written_vector(call), 1);
}
void run_nrm2(const Call& call) {
  result_of_last_call = cblas_dnrm2(call.shape.sizes[0], read_vector(call), 1);
}
void run_asum(const Call& call) {
  result_of_last_call = cblas_dasum(call.shape.sizes[0], read_vector(call), 1);
}
void run_amax(const Call& call) {
  result_of_last_call =
      static_cast<double>(cblas_idamax(call.shape.sizes[0], read_vector(call), 1));
}

const std::vector<std::string> matrix_vector_terms = {"M*N", "M", "N", "1"};
const std::vector<std::string> vector_terms = {"N", "1"};

const std::vector<Kernel> table = {
    {"dgemm", 3, true, {"M*N*K", "M*N", "M*K", "N*K", "1"}, run_gemm},
    {"dtrsm", 2, true, {"R*T^2", "R*T", "T^2", "T", "1"}, run_trsm},
    {"dgemv", 2, true, matrix_vector_terms, run_gemv},
    {"dger", 2, true, matrix_vector_terms, run_ger},
    {"dtrsv", 1, true, {"N^2", "N", "1"}, run_trsv},
    {"daxpy", 1, false, vector_terms, run_axpy},
    {"dscal", 1, false, vector_terms, run_scal},
    {"dcopy", 1, false, vector_terms, run_copy},
    {"dswap", 1, false, vector_terms, run_swap},
    {"ddot", 1, false, vector_terms, run_dot},
    {"dnrm2", 1, false, vector_terms, run_nrm2},
    {"dasum", 1, false, vector_terms, run_asum},
    {"idamax", 1, false, vector_terms, run_amax},
};

}  // namespace

Operands::Operands(int size_max)
    : read_(2 * elements(size_max, size_max)), written_(2 * elements(size_max, size_max)) {
  // Small numbers of both signs: triangular systems with a unit diagonal stay well-conditioned.
  RandomStream stream(1, 0);
  for (double& value : read_) value = 2e-3 * (stream.uniform() - 0.5);
  for (double& value : written_) value = 0.5 + stream.uniform();
}

const double* Operands::to_read(std::uint64_t place, std::size_t count) const {
  return read_.data() + offset(place, read_.size() - count);
}

double* Operands::to_write(std::uint64_t place, std::size_t count) {
  return written_.data() + offset(place, written_.size() - count);
}

std::array<double*, 2> Operands::two_to_write(std::uint64_t place, std::size_t count) {
  const std::size_t half = written_.size() / 2 / line_elements * line_elements;
  const std::size_t first = offset(place, half - count);
  return {written_.data() + first, written_.data() + half + first};
}

std::span<const Kernel> kernels() {
  return table;
}

int vector_size_max(int size_max) {
  return 32 * size_max;
}

std::vector<double> dimensions_of(const Kernel& kernel, const Shape& shape) {
  const std::vector<double> sizes(shape.sizes.begin(),
                                  shape.sizes.begin() + kernel.dimension_count);
  if (kernel.run != run_trsm) return sizes;
  const double order = sizes[is_left(shape) ? 0 : 1];
  const double vectors = sizes[is_left(shape) ? 1 : 0];
  return {sizes[0], sizes[1], order, vectors};
}

}  // namespace smpi::calibrate
