// SPDX-License-Identifier: BSD-3-Clause
//
// Recordings that outgrow their memory: the segments of a file hold what went in, joined they are
// the file that enough memory would have made, and a file that was cut is read up to its last whole
// segment. SMPI_RANDOM_TRACES says how many random traces.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "kernel/error.h"
#include "libsmpi/watch/trace/compress/merge.h"
#include "libsmpi/watch/trace/compress/segment_writer.h"
#include "libsmpi/watch/trace/compress/segmented_trace.h"
#include "tests/unit/watch/trace/random_trace.h"

namespace smpi::trace {
namespace {

std::uint64_t case_count() {
  const char* text = std::getenv("SMPI_RANDOM_TRACES");
  return text == nullptr ? 5 : std::strtoull(text, nullptr, 10);
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

// Removes the file at its end.
class TemporaryFile {
 public:
  TemporaryFile()
      : path_(std::filesystem::temp_directory_path() /
              ("segments-" + std::to_string(::getpid()) + ".smpitrace")) {}
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

// One action of each rank in turn, as they come in a run.
void add_in_turns(const KeptTrace& trace, Sink& sink) {
  bool is_more = true;
  for (std::size_t at = 0; is_more; at++) {
    is_more = false;
    for (std::uint32_t rank = 0; rank < trace.size(); rank++) {
      if (at >= trace[rank].size()) continue;
      sink.add(rank, trace[rank][at].action());
      is_more = true;
    }
  }
}

// With so little memory that each look at it ends a segment: every 64 actions.
std::string in_segments(const KeptTrace& trace, SegmentWriter::Limits limits = {1, 0}) {
  const TemporaryFile file;
  SegmentWriter writer(file.path(), static_cast<std::uint32_t>(trace.size()), kept_texts(), limits);
  writer.note("host", "a");
  writer.name_sites_by([](Compressor& compressor) { compressor.name_site(1, "solver.c:17"); });
  add_in_turns(trace, writer);
  writer.finish();
  return content_of(file.path());
}

std::size_t segments_of(const std::string& bytes) {
  return SegmentedTrace("bytes", bytes).segments().size();
}

TEST(Segments, HoldWhatWentIn) {
  std::size_t most = 0;
  for (std::uint64_t seed = 0; seed < case_count(); seed++) {
    const KeptTrace trace = RandomTrace(seed).make();
    SegmentedTrace segments("segments", in_segments(trace));
    most = std::max(most, segments.segments().size());
    ASSERT_TRUE(expand(segments) == trace) << "seed " << seed;
    EXPECT_FALSE(segments.is_cut());
    EXPECT_TRUE(segments.warnings().empty());
    std::uint64_t count = 0;
    for (std::uint32_t rank = 0; rank < trace.size(); rank++) {
      EXPECT_EQ(segments.sums_of(rank).actions, trace[rank].size());
      count += trace[rank].size();
    }
    EXPECT_EQ(segments.action_count(), count);
  }
  EXPECT_GT(most, 10U);
}

// P3: the size of segments makes no difference once they are joined.
TEST(Segments, JoinedAreAsIfThereHadBeenMemory) {
  for (std::uint64_t seed = 0; seed < case_count(); seed++) {
    const KeptTrace trace = RandomTrace(seed).make();
    Compressor compressor(static_cast<std::uint32_t>(trace.size()), kept_texts());
    compressor.note("host", "a");
    compressor.name_site(1, "solver.c:17");
    add_in_turns(trace, compressor);
    SegmentedTrace segments("segments", in_segments(trace));
    ASSERT_TRUE(trace_bytes(joined(segments)) == trace_bytes(compressor.finish()))
        << "seed " << seed;
  }
}

KeptTrace irregular(std::uint32_t rank_count, std::size_t actions) {
  KeptTrace trace(rank_count);
  kernel::RandomStream random(5, 1);
  for (std::uint32_t rank = 0; rank < rank_count; rank++) {
    for (std::size_t i = 0; i < actions; i++) {
      trace[rank].push_back(kept(Code::ti_compute, {to_word(random.uniform()), 0}));
    }
  }
  return trace;
}

// All bytes: either the first segment is not whole, and the file is refused, or the file gives
// exactly what its whole segments have, and says so.
TEST(Segments, CutFilesAreReadUpToTheLastWholeOne) {
  const KeptTrace trace = irregular(2, 100);
  const std::string bytes = in_segments(trace);
  std::vector<std::size_t> ends;
  for (std::size_t at = 0; at < bytes.size();) {
    at += *frame_length(std::string_view(bytes).substr(at));
    ends.push_back(at);
  }
  ASSERT_EQ(ends.size(), 4U);
  for (std::size_t size = 0; size < bytes.size(); size++) {
    const auto whole = static_cast<std::size_t>(
        std::ranges::count_if(ends, [&](std::size_t end) { return end <= size; }));
    if (whole == 0) {
      EXPECT_THROW(SegmentedTrace("cut", bytes.substr(0, size)), kernel::InputError) << size;
      continue;
    }
    SegmentedTrace cut("cut", bytes.substr(0, size));
    ASSERT_TRUE(cut.is_cut()) << size;
    ASSERT_EQ(cut.warnings().size(), 1U);
    const KeptTrace back = expand(cut);
    for (std::size_t rank = 0; rank < 2; rank++) {
      ASSERT_EQ(back[rank].size(), 32 * whole) << size;
      ASSERT_TRUE(std::equal(back[rank].begin(), back[rank].end(), trace[rank].begin())) << size;
    }
  }
}

// A cut is told from damage by the end of the file, which is 40 bytes: a file that has it is whole
// or refused.
TEST(Segments, DamageIsRefused) {
  const std::string bytes = in_segments(irregular(2, 100));
  for (std::size_t at = 0; at + 40 < bytes.size(); at++) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    EXPECT_THROW(SegmentedTrace("damaged", damaged), kernel::InputError) << at;
  }
  const std::size_t first = *frame_length(bytes);
  const std::size_t second = *frame_length(std::string_view(bytes).substr(first));
  std::string missing = bytes;
  EXPECT_THROW(SegmentedTrace("missing", missing.erase(first, second)), kernel::InputError);
  EXPECT_THROW(SegmentedTrace("begins late", bytes.substr(first)), kernel::InputError);
  EXPECT_THROW(SegmentedTrace("twice", bytes + bytes), kernel::InputError);
  EXPECT_THROW(SegmentedTrace("longer", bytes + "more"), kernel::InputError);
}

// What a merged trace knows of a part that was cut.
TEST(Segments, MergingKeepsThatAPartWasCut) {
  const std::string bytes = in_segments(irregular(2, 100));
  SegmentedTrace cut("cut", bytes.substr(0, bytes.size() - 1));
  Merger merger;
  merger.add(joined(cut), "cut");
  const CompressedTrace merged("merged", trace_bytes(merger.finish()));
  ASSERT_EQ(merged.warnings().size(), 1U);
  EXPECT_NE(merged.warnings()[0].find("cut"), std::string::npos);
}

// 200,000 numbers that never repeat are 1.6 MB: some ten segments of 160 KiB. What repeats takes no
// more memory however long it is, and needs one.
TEST(Segments, EndWhenMemoryDoes) {
  const SegmentWriter::Limits limits{160 << 10, 0};
  const std::size_t count = segments_of(in_segments(irregular(1, 200'000), limits));
  EXPECT_GE(count, 8U);
  EXPECT_LE(count, 30U);
  KeptTrace regular(4);
  for (KeptRank& rank : regular) {
    for (Word i = 0; i < 50'000; i++) rank.push_back(kept(Code::ti_barrier, {}));
    for (Word i = 0; i < 50'000; i++) rank.push_back(kept(Code::ti_send, {0, i % 7, 8 * i, 6}));
  }
  EXPECT_EQ(segments_of(in_segments(regular, limits)), 1U);
}

// Ranks that are there do not end a segment, however little memory the user allows.
TEST(Segments, RanksMayTakeTheirPart) {
  KeptTrace trace(64);
  for (KeptRank& rank : trace) {
    for (Word i = 0; i < 300; i++) rank.push_back(kept(Code::ti_barrier, {}));
  }
  EXPECT_EQ(segments_of(in_segments(trace, {1, SegmentWriter::usual_rank_bytes})), 1U);
  EXPECT_GT(segments_of(in_segments(trace, {1, 0})), 100U);
}

}  // namespace
}  // namespace smpi::trace
