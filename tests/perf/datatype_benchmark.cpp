// SPDX-License-Identifier: BSD-3-Clause
//
// Speed of packing and reducing, beside the loop a programmer would write for the same data: the
// counter `bytes_per_second` of two neighbours is what counts. Required: contiguous runs at the
// speed of memcpy, vectors at no less than half of the hand-written loop.
#include <benchmark/benchmark.h>

#include <cstring>
#include <numeric>

#include "libsmpi/mpi/datatype/constructors.h"
#include "libsmpi/mpi/datatype/op.h"
#include "libsmpi/mpi/datatype/pack.h"

namespace smpi {
namespace {

using datatype::Layout;

// Rows and columns of a matrix of doubles: 2 MiB fits in no first-level cache, but in the last.
constexpr MPI_Count rows = 512;
constexpr MPI_Count columns = 512;

std::vector<double> matrix() {
  std::vector<double> result(rows * columns);
  std::iota(result.begin(), result.end(), 0.0);
  return result;
}

Ref<Datatype> make(Layout layout) {
  return new Datatype(std::move(layout));
}
const Layout& double_layout() {
  return predefined_type(MPI_DOUBLE).layout();
}

void report(benchmark::State& state, MPI_Count bytes) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * bytes);
}

void pack_type(benchmark::State& state, const Ref<Datatype>& type, MPI_Count count) {
  const auto memory = matrix();
  std::vector<std::byte> packed(static_cast<std::size_t>(count * type->size_bytes()));
  for (auto _ : state) {
    pack(memory.data(), count, *type, packed.data());
    benchmark::DoNotOptimize(packed.data());
  }
  report(state, count * type->size_bytes());
}

void unpack_type(benchmark::State& state, const Ref<Datatype>& type, MPI_Count count) {
  auto memory = matrix();
  std::vector<std::byte> packed(static_cast<std::size_t>(count * type->size_bytes()));
  for (auto _ : state) {
    unpack(packed.data(), memory.data(), count, *type);
    benchmark::DoNotOptimize(memory.data());
  }
  report(state, count * type->size_bytes());
}

void contiguous_pack(benchmark::State& state) {
  pack_type(state, make(datatype::contiguous(double_layout(), rows * columns)), 1);
}
void contiguous_memcpy(benchmark::State& state) {
  const auto memory = matrix();
  std::vector<double> packed(memory.size());
  for (auto _ : state) {
    std::memcpy(packed.data(), memory.data(), memory.size() * sizeof(double));
    benchmark::DoNotOptimize(packed.data());
  }
  report(state, rows * columns * 8);
}

// A strip of `width` columns.
void strip_pack(benchmark::State& state) {
  pack_type(state, make(datatype::vector(double_layout(), rows, state.range(0), columns)), 1);
}
void strip_unpack(benchmark::State& state) {
  unpack_type(state, make(datatype::vector(double_layout(), rows, state.range(0), columns)), 1);
}
void strip_pack_by_hand(benchmark::State& state) {
  const auto memory = matrix();
  const MPI_Count width = state.range(0);
  std::vector<double> packed(static_cast<std::size_t>(rows * width));
  for (auto _ : state) {
    double* to = packed.data();
    for (MPI_Count row = 0; row < rows; row++) {
      for (MPI_Count column = 0; column < width; column++) *to++ = memory[row * columns + column];
    }
    benchmark::DoNotOptimize(packed.data());
  }
  report(state, rows * width * 8);
}
void strip_unpack_by_hand(benchmark::State& state) {
  auto memory = matrix();
  const MPI_Count width = state.range(0);
  std::vector<double> packed(static_cast<std::size_t>(rows * width));
  for (auto _ : state) {
    const double* from = packed.data();
    for (MPI_Count row = 0; row < rows; row++) {
      for (MPI_Count column = 0; column < width; column++) memory[row * columns + column] = *from++;
    }
    benchmark::DoNotOptimize(memory.data());
  }
  report(state, rows * width * 8);
}

// The whole matrix transposed: columns as elements of a resized vector.
void transpose_pack(benchmark::State& state) {
  const Layout column =
      datatype::resized(datatype::vector(double_layout(), rows, 1, columns), 0, 8);
  pack_type(state, make(column), columns);
}
void transpose_pack_by_hand(benchmark::State& state) {
  const auto memory = matrix();
  std::vector<double> packed(memory.size());
  for (auto _ : state) {
    double* to = packed.data();
    for (MPI_Count column = 0; column < columns; column++) {
      for (MPI_Count row = 0; row < rows; row++) *to++ = memory[row * columns + column];
    }
    benchmark::DoNotOptimize(packed.data());
  }
  report(state, rows * columns * 8);
}

// A face of a cube: 64 x 64 of 64 x 64 x 64 doubles, one apart by 64.
void face_pack(benchmark::State& state) {
  const MPI_Count sizes[] = {64, 64, 64};
  const MPI_Count subsizes[] = {64, 64, 1};
  const MPI_Count starts[] = {0, 0, 5};
  pack_type(
      state,
      make(datatype::subarray(
          double_layout(),
          {.sizes = sizes, .subsizes = subsizes, .starts = starts, .order = datatype::Order::c})),
      1);
}
void face_pack_by_hand(benchmark::State& state) {
  const auto memory = matrix();
  std::vector<double> packed(64 * 64);
  for (auto _ : state) {
    for (int i = 0; i < 64 * 64; i++) packed[static_cast<std::size_t>(i)] = memory[i * 64 + 5];
    benchmark::DoNotOptimize(packed.data());
  }
  report(state, 64 * 64 * 8);
}

struct Particle {
  double position[3];
  int kind;
  char flag;
};

// Structs with a gap at their end.
void struct_pack(benchmark::State& state) {
  const Layout* const olds[] = {&double_layout(), &predefined_type(MPI_INT).layout(),
                                &predefined_type(MPI_CHAR).layout()};
  const MPI_Count lengths[] = {3, 1, 1};
  const MPI_Count displacements[] = {offsetof(Particle, position), offsetof(Particle, kind),
                                     offsetof(Particle, flag)};
  pack_type(state, make(datatype::structure(olds, lengths, displacements)), 10000);
}
void struct_pack_by_hand(benchmark::State& state) {
  const auto memory = matrix();
  const auto* particles = reinterpret_cast<const Particle*>(memory.data());
  std::vector<std::byte> packed(10000 * 29);
  for (auto _ : state) {
    std::byte* to = packed.data();
    for (int i = 0; i < 10000; i++) {
      std::memcpy(to, particles[i].position, 24);
      std::memcpy(to + 24, &particles[i].kind, 4);
      std::memcpy(to + 28, &particles[i].flag, 1);
      to += 29;
    }
    benchmark::DoNotOptimize(packed.data());
  }
  report(state, 10000 * 29);
}

std::vector<MPI_Count> scattered() {
  std::vector<MPI_Count> result(50000);
  for (std::size_t i = 0; i < result.size(); i++) {
    result[i] = static_cast<MPI_Count>(i * 7919 % (rows * columns));
  }
  return result;
}
void indexed_pack(benchmark::State& state) {
  const MPI_Count one[] = {1};
  pack_type(state, make(datatype::indexed(double_layout(), one, scattered())), 1);
}
void indexed_pack_by_hand(benchmark::State& state) {
  const auto memory = matrix();
  const auto at = scattered();
  std::vector<double> packed(at.size());
  for (auto _ : state) {
    for (std::size_t i = 0; i < at.size(); i++) packed[i] = memory[at[i]];
    benchmark::DoNotOptimize(packed.data());
  }
  report(state, static_cast<MPI_Count>(at.size()) * 8);
}

void sum_doubles(benchmark::State& state) {
  const auto in = matrix();
  auto inout = matrix();
  const Op& sum = *predefined_op(reinterpret_cast<std::uintptr_t>(MPI_SUM));
  const auto count = static_cast<MPI_Count>(state.range(0));
  for (auto _ : state) {
    sum.apply_predefined(in.data(), inout.data(), count, predefined_type(MPI_DOUBLE));
    benchmark::DoNotOptimize(inout.data());
  }
  report(state, count * 8);
}
void sum_doubles_by_hand(benchmark::State& state) {
  const auto in = matrix();
  auto inout = matrix();
  const auto count = static_cast<MPI_Count>(state.range(0));
  for (auto _ : state) {
    const double* __restrict a = in.data();
    double* __restrict b = inout.data();
    for (MPI_Count i = 0; i < count; i++) b[i] += a[i];
    benchmark::DoNotOptimize(inout.data());
  }
  report(state, count * 8);
}

// What a small message costs.
void pack_one_double(benchmark::State& state) {
  pack_type(state, Ref<Datatype>(&predefined_type(MPI_DOUBLE)), 1);
}

BENCHMARK(contiguous_pack);
BENCHMARK(contiguous_memcpy);
BENCHMARK(strip_pack)->Arg(1)->Arg(2)->Arg(3)->Arg(4)->Arg(8)->Arg(20)->Arg(100);
BENCHMARK(strip_pack_by_hand)->Arg(1)->Arg(2)->Arg(3)->Arg(4)->Arg(8)->Arg(20)->Arg(100);
BENCHMARK(strip_unpack)->Arg(1)->Arg(2)->Arg(3)->Arg(4)->Arg(8)->Arg(20)->Arg(100);
BENCHMARK(strip_unpack_by_hand)->Arg(1)->Arg(2)->Arg(3)->Arg(4)->Arg(8)->Arg(20)->Arg(100);
BENCHMARK(transpose_pack);
BENCHMARK(transpose_pack_by_hand);
BENCHMARK(face_pack);
BENCHMARK(face_pack_by_hand);
BENCHMARK(struct_pack);
BENCHMARK(struct_pack_by_hand);
BENCHMARK(indexed_pack);
BENCHMARK(indexed_pack_by_hand);
BENCHMARK(sum_doubles)->Arg(1)->Arg(1000)->Arg(100000);
BENCHMARK(sum_doubles_by_hand)->Arg(1)->Arg(1000)->Arg(100000);
BENCHMARK(pack_one_double);

}  // namespace
}  // namespace smpi

BENCHMARK_MAIN();
