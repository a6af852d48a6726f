// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of cuBLAS, rocBLAS and hipBLAS, written once. The including file has included the
// public header of its library and defines BLAS(lower, camel), the types BLAS_STATUS and so on,
// where names differ in kind BLAS_PLAIN (include/accelerator/smpi_accel/blas.h),
// BLAS_LEFT, the side that means "from the left", and BLAS_BAD_HANDLE, BLAS_BAD_VALUE and
// BLAS_FAILED. Routines follow in blas_routines.inc, once per precision.
//
// Words and flops are those of the reference BLAS: what is read once, and multiplications and
// additions by shape and side.
#pragma once

#include "libsmpi/doors/accelerator/blas.h"

#ifndef BLAS_PLAIN
#define BLAS_PLAIN BLAS
#endif

#pragma GCC visibility push(default)

namespace {

using smpi::accelerator::BlasMode;
using smpi::accelerator::BlasSizes;
using smpi::accelerator::BlasStatus;
using smpi::accelerator::BlasWork;
using smpi::accelerator::DeviceCall;

BLAS_STATUS status_of(BlasStatus status) {
  switch (status) {
    case BlasStatus::success:
      return BLAS_STATUS{};
    case BlasStatus::bad_handle:
      return BLAS_BAD_HANDLE;
    case BlasStatus::bad_value:
      return BLAS_BAD_VALUE;
    default:
      return BLAS_FAILED;
  }
}

// Of a call with vectors of n words: `words` and `flops` of each.
BlasWork vector_work(const char* routine, std::size_t word_bytes, int n, double words, double flops,
                     void* result = nullptr) {
  return {.routine = routine,
          .word_bytes = word_bytes,
          .sizes = {.n = static_cast<double>(n)},
          .flops = flops * n,
          .words = words * n,
          .result = result};
}

// Of a call with an m x n matrix that is read, or read and written, once.
BlasWork matrix_work(const char* routine, std::size_t word_bytes, int m, int n, double words) {
  const double area = static_cast<double>(m) * n;
  return {.routine = routine,
          .word_bytes = word_bytes,
          .sizes = {.m = static_cast<double>(m), .n = static_cast<double>(n)},
          .flops = 2 * area,
          .words = words * area};
}

BlasWork gemm_work(const char* routine, std::size_t word_bytes, int m, int n, int k) {
  const BlasSizes sizes = {
      .m = static_cast<double>(m), .n = static_cast<double>(n), .k = static_cast<double>(k)};
  return {
      .routine = routine,
      .word_bytes = word_bytes,
      .sizes = sizes,
      .flops = 2 * sizes.m * sizes.n * sizes.k,
      .words = m == 0 || n == 0 ? 0 : sizes.m * sizes.k + sizes.k * sizes.n + 2 * sizes.m * sizes.n,
      .is_of_matrices = true};
}

BlasWork trsm_work(const char* routine, std::size_t word_bytes, bool is_left, int m, int n) {
  const double order = is_left ? m : n;
  const double others = is_left ? n : m;
  return {
      .routine = routine,
      .word_bytes = word_bytes,
      .sizes = {.m = static_cast<double>(m), .n = static_cast<double>(n), .t = order, .r = others},
      .flops = others * order * order,
      .words = others == 0 ? 0 : order * (order + 1) / 2 + 2 * order * others,
      .is_of_matrices = true};
}

BlasWork trsv_work(const char* routine, std::size_t word_bytes, int n) {
  const double order = n;
  return {.routine = routine,
          .word_bytes = word_bytes,
          .sizes = {.n = order, .t = order, .r = 1},
          .flops = order * order,
          .words = order * (order + 1) / 2 + 2 * order};
}

template <class Mode>
BLAS_STATUS give_mode(BLAS_HANDLE handle, BlasMode which, Mode* mode) {
  int found = 0;
  const BlasStatus status =
      smpi::accelerator::get_mode(handle, which, mode == nullptr ? nullptr : &found);
  if (mode != nullptr) *mode = static_cast<Mode>(found);
  return status_of(status);
}

}  // namespace

extern "C" {

BLAS_STATUS BLAS(create_handle, Create)(BLAS_HANDLE* handle) {
  const DeviceCall call;
  return status_of(smpi::accelerator::make_handle(call, reinterpret_cast<void**>(handle)));
}
BLAS_STATUS BLAS(destroy_handle, Destroy)(BLAS_HANDLE handle) {
  return status_of(smpi::accelerator::free_handle(handle));
}
BLAS_STATUS BLAS(set_stream, SetStream)(BLAS_HANDLE handle, BLAS_STREAM stream) {
  return status_of(smpi::accelerator::set_stream(handle, stream));
}
BLAS_STATUS BLAS(get_stream, GetStream)(BLAS_HANDLE handle, BLAS_STREAM* stream) {
  return status_of(smpi::accelerator::get_stream(handle, reinterpret_cast<void**>(stream)));
}
BLAS_STATUS BLAS(set_pointer_mode, SetPointerMode)(BLAS_HANDLE handle, BLAS_POINTER_MODE mode) {
  return status_of(smpi::accelerator::set_mode(handle, BlasMode::pointer, mode));
}
BLAS_STATUS BLAS(get_pointer_mode, GetPointerMode)(BLAS_HANDLE handle, BLAS_POINTER_MODE* mode) {
  return give_mode(handle, BlasMode::pointer, mode);
}
BLAS_STATUS BLAS_PLAIN(set_atomics_mode, SetAtomicsMode)(BLAS_HANDLE handle,
                                                         BLAS_ATOMICS_MODE mode) {
  return status_of(smpi::accelerator::set_mode(handle, BlasMode::atomics, mode));
}
BLAS_STATUS BLAS_PLAIN(get_atomics_mode, GetAtomicsMode)(BLAS_HANDLE handle,
                                                         BLAS_ATOMICS_MODE* mode) {
  return give_mode(handle, BlasMode::atomics, mode);
}

}  // extern "C"

#pragma GCC visibility pop
