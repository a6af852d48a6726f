// SPDX-License-Identifier: BSD-3-Clause
//
// Recorded communication, as text and compressed, and what is made of it.
#include <algorithm>
#include <memory>

#include "libsmpi/run/replay/burst_rates.h"
#include "libsmpi/watch/trace/compress/bytes.h"
#include "libsmpi/watch/trace/compress/file_sections.h"
#include "libsmpi/watch/trace/trace.h"
#include "tests/fuzz/kinds.h"
#include "tests/unit/watch/trace/random_trace.h"
#include "tools/trace/goal.h"

namespace smpi::fuzz {
namespace {

using kernel::RandomStream;
using trace::Trace;

// Loops may turn 2^60 times: a damaged file need not end soon.
constexpr std::uint64_t actions_most = 20'000;
constexpr std::uint32_t ranks_most = 64;

void read_all(Trace& trace) {
  for (std::uint32_t rank = 0; rank < std::min(trace.rank_count(), ranks_most); rank++) {
    const std::unique_ptr<trace::Cursor> cursor = trace.cursor(rank);
    std::uint64_t count = 0;
    for (trace::Action action; count < actions_most && cursor->next(action);) count++;
    trace.place(rank, count);
  }
}

void read_trace(const std::string& path, const trace::TraceOptions& options = {}) {
  read_all(*trace::open_trace(path, options));
}

// The trace that a file of rates is for lies beside it.
void read_rates(const std::string& path) {
  const std::string trace = path.substr(0, path.rfind('/')) + "/trace.txt";
  read_all(*replay::with_rates(trace::open_trace(trace, {}), path));
}

void write_goal(const std::string& path) {
  const std::unique_ptr<Trace> trace = trace::open_trace(path, {});
  constexpr double speed_flops = 1e9;
  trace::write_goal(*trace, path + ".goal", trace::GoalForm::text, speed_flops);
  trace::write_goal(*trace, path + ".bin", trace::GoalForm::binary, speed_flops);
}

std::vector<Example> compressed_examples() {
  constexpr std::uint64_t example_count = 40;
  std::vector<Example> examples;
  for (std::uint64_t seed = 0; seed < example_count; seed++) {
    examples.push_back(
        {"random trace " + std::to_string(seed),
         {{"trace.smpitrace", trace::compress_rank_by_rank(trace::RandomTrace(seed).make())}}});
  }
  return examples;
}

void change(std::string& bytes, RandomStream& random) {
  const std::size_t at = kernel::draw_below(random, bytes.size());
  switch (kernel::draw_below(random, 4)) {
    case 0:
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << kernel::draw_below(random, 8)));
      break;
    case 1:
      bytes[at] = static_cast<char>(random.next());
      break;
    case 2:
      bytes[at] = '\xff';
      break;
    default:
      bytes.erase(at, 1 + kernel::draw_below(random, 4));
      break;
  }
}

// Opens each section, changes what is in one of them, and closes it with a right checksum.
std::string with_damaged_table(const std::string& bytes, RandomStream& random) {
  const trace::FileFrame frame = trace::read_frame("whole", bytes);
  std::string result(frame.start);
  std::uint64_t last = 0;
  const std::size_t chosen = kernel::draw_below(random, frame.sections.size());
  for (std::size_t i = 0; i < frame.sections.size(); i++) {
    const trace::Section& section = frame.sections[i];
    std::string plain = section.plain();
    if (i == chosen && !plain.empty()) change(plain, random);
    last = result.size();
    trace::append_section(result, section.name, trace::Codec::raw, plain, plain.size());
  }
  return result + trace::end_of_file(frame.start, last);
}

// Mostly with right checksums: else nothing behind them is tried.
std::string damaged_compressed(const std::string& content, RandomStream& random) {
  if (kernel::draw_below(random, 4) > 0) return with_damaged_table(content, random);
  std::string bytes = content;
  change(bytes, random);
  return bytes;
}

}  // namespace

std::vector<Kind> trace_kinds() {
  return {
      {.name = "trace-text",
       .file = "trace.txt",
       .read = [](const std::string& path) { read_trace(path); },
       .examples = {"tests/replay/traces/*.ti"}},
      {.name = "trace-old",
       .file = "trace.txt",
       .read =
           [](const std::string& path) {
             read_trace(path, {.rank_count = std::nullopt, .is_old = true});
           }},
      {.name = "trace-compressed",
       .file = "trace.smpitrace",
       .read = [](const std::string& path) { read_trace(path); },
       .made = compressed_examples,
       .damage = damaged_compressed},
      {.name = "trace-rates", .file = "rates.toml", .read = read_rates},
      {.name = "goal",
       .file = "trace.txt",
       .read = write_goal,
       .examples = {"tests/replay/traces/*.ti"}},
  };
}

}  // namespace smpi::fuzz
