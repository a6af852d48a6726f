// SPDX-License-Identifier: BSD-3-Clause
//
// Time per action of compressing a trace and of walking it: a stencil, LU's skeleton, and computes
// of which no two are equal.
#include <benchmark/benchmark.h>

#include "kernel/random_stream.h"
#include "tests/unit/watch/trace/regular_traces.h"

namespace smpi::trace {
namespace {

using Made = std::function<void(Word, const ActionTaker&)>;

Made stencil_3d() {
  return [](Word rank, const ActionTaker& take) { stencil(rank, 64, 3, 200, take); };
}
Made lu() {
  return [](Word rank, const ActionTaker& take) { LuSkeleton(64, 20, 8, 8).rank(rank, take); };
}
Made noise() {
  return [](Word rank, const ActionTaker& take) {
    kernel::RandomStream random(1, static_cast<std::uint64_t>(rank));
    for (int i = 0; i < 2000; i++) {
      take(Code::ti_compute, {to_word(random.uniform() * 1e9), 0});
      take(Code::ti_allreduce, {1, to_word(0.0), 0});
    }
  };
}

KeptTrace keep(const Made& make) {
  KeptTrace trace(64);
  for (Word rank = 0; rank < 64; rank++) {
    make(rank, [&](Code code, std::vector<Word> words) {
      trace[static_cast<std::size_t>(rank)].push_back(kept(code, std::move(words)));
    });
  }
  return trace;
}

void compress(benchmark::State& state, const Made& make) {
  const KeptTrace trace = keep(make);
  std::int64_t actions = 0;
  for (auto _ : state) {
    Compressor compressor(64, kept_texts());
    for (std::uint32_t rank = 0; rank < trace.size(); rank++) {
      for (const KeptAction& action : trace[rank]) compressor.add(rank, action.action());
      actions += static_cast<std::int64_t>(trace[rank].size());
    }
    benchmark::DoNotOptimize(compressor);
  }
  state.SetItemsProcessed(actions);
}

void walk(benchmark::State& state, const Made& make) {
  CompressedTrace trace("trace", compress_made(64, make));
  std::int64_t actions = 0;
  for (auto _ : state) {
    for (std::uint32_t rank = 0; rank < 64; rank++) {
      const std::unique_ptr<Cursor> cursor = trace.cursor(rank);
      for (Action action; cursor->next(action);) actions++;
    }
  }
  state.SetItemsProcessed(actions);
}

BENCHMARK_CAPTURE(compress, stencil_3d, stencil_3d())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(compress, lu, lu())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(compress, noise, noise())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(walk, stencil_3d, stencil_3d())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(walk, lu, lu())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(walk, noise, noise())->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace smpi::trace

BENCHMARK_MAIN();
