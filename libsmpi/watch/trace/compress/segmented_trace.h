// SPDX-License-Identifier: BSD-3-Clause
//
// A compressed file of one segment or several. A recording that outgrows its memory writes what it
// has as a whole trace, and begins another one behind it:
//
//   segment 0, continues | segment 1, continues | ... | segment n
//
// A rank's actions are those of all segments, one after the other. A segment needs nothing of the
// others, so a file that was cut is read up to its last whole one. Alternative considered: tables
// that go on from segment to segment, which saves a kilobyte for each of 64 MiB.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/compress/reader.h"

namespace smpi::trace {

class SegmentedTrace final : public Trace {
 public:
  // Throws kernel::InputError with the place when the file is damaged, or has no whole segment.
  explicit SegmentedTrace(const std::string& path);
  // The same from bytes, which are called `name` in messages.
  SegmentedTrace(std::string name, std::string bytes);
  SegmentedTrace(const SegmentedTrace&) = delete;
  SegmentedTrace& operator=(const SegmentedTrace&) = delete;

  std::uint32_t rank_count() const override { return segments_[0].rank_count(); }
  std::uint64_t action_count() const override;
  std::unique_ptr<Cursor> cursor(std::uint32_t rank) override;
  const Texts& texts() const override { return texts_; }
  std::string place(std::uint32_t rank, std::uint64_t position) const override {
    return segments_[0].place(rank, position);
  }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  std::vector<std::uint32_t> unrecorded_ranks() const override {
    return segments_[0].unrecorded_ranks();
  }

  const std::string& path() const { return path_; }
  std::uint64_t size_bytes() const { return content_.size(); }
  // Was it not written to its end?
  bool is_cut() const { return is_cut_; }
  const TraceHeader& header() const { return segments_[0].header(); }
  std::map<std::uint32_t, std::string> sites() const;
  RankSums sums_of(std::uint32_t rank) const;
  std::deque<CompressedTrace>& segments() { return segments_; }

 private:
  class SegmentCursor;
  void read();
  void open(std::string_view segment, std::uint64_t offset);
  // A cursor is in a segment, and in it no more: the last one leaves no chunks in memory.
  void enter(std::size_t segment) { readers_[segment]++; }
  void leave(std::size_t segment);

  std::string path_;
  std::unique_ptr<MappedFile> mapped_;
  std::string bytes_;
  std::string_view content_;
  Texts texts_;
  std::deque<CompressedTrace> segments_;
  std::vector<std::uint32_t> readers_;  // by segment
  bool is_cut_ = false;
  std::vector<std::string> warnings_;
};

// Does the file say that segments follow behind its first one?
bool has_segments(const std::string& path);

// All segments as one, as if the recording had had enough memory.
TraceParts joined(SegmentedTrace& trace);

}  // namespace smpi::trace
