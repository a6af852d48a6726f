// SPDX-License-Identifier: BSD-3-Clause
//
// Where segments end is found by the lengths of their sections; checksums are looked at afterwards.
#include "libsmpi/watch/trace/compress/segmented_trace.h"

#include <fmt/format.h>

#include <utility>

#include "kernel/error.h"
#include "libsmpi/watch/trace/compress/bytes.h"
#include "libsmpi/watch/trace/compress/compressor.h"
#include "libsmpi/watch/trace/compress/header_text.h"

namespace smpi::trace {

class SegmentedTrace::SegmentCursor final : public Cursor {
 public:
  SegmentCursor(SegmentedTrace& trace, std::uint32_t rank)
      : trace_(trace), rank_(rank), inner_(trace.segments_[0].cursor(rank)) {
    trace_.enter(0);
  }
  ~SegmentCursor() override {
    if (inner_) trace_.leave(segment_);
  }
  SegmentCursor(const SegmentCursor&) = delete;
  SegmentCursor& operator=(const SegmentCursor&) = delete;

  bool next(Action& action) override {
    while (inner_) {
      if (inner_->next(action)) {
        actions_++;
        return true;
      }
      inner_.reset();
      trace_.leave(segment_);
      if (++segment_ == trace_.segments_.size()) break;
      inner_ = trace_.segments_[segment_].cursor(rank_);
      trace_.enter(segment_);
    }
    return false;
  }
  std::uint64_t position() const override { return actions_; }

 private:
  SegmentedTrace& trace_;
  std::uint32_t rank_;
  std::size_t segment_ = 0;
  std::unique_ptr<Cursor> inner_;  // null: at the end
  std::uint64_t actions_ = 0;
};

SegmentedTrace::SegmentedTrace(const std::string& path)
    : path_(path), mapped_(std::make_unique<MappedFile>(path)), content_(mapped_->content()) {
  read();
}

SegmentedTrace::SegmentedTrace(std::string name, std::string bytes)
    : path_(std::move(name)), bytes_(std::move(bytes)), content_(bytes_) {
  read();
}

void SegmentedTrace::open(std::string_view segment, std::uint64_t offset) {
  const std::size_t number = segments_.size();
  const TraceHeader& header = segments_.emplace_back(path_, segment, offset, texts_).header();
  if (header.segment != number || header.rank_count != rank_count()) {
    refuse_damage(path_, offset, "a segment is missing");
  }
}

void SegmentedTrace::read() {
  std::uint64_t offset = 0;
  while (segments_.empty() || offset < content_.size()) {
    const std::string_view rest = content_.substr(offset);
    // What is wrong with a file of one segment, that segment says.
    const bool may_follow = !segments_.empty() && segments_.back().header().continues;
    if (!segments_.empty() && (!may_follow || !may_begin_segment(rest))) {
      refuse_damage(path_, offset, "something follows behind its end");
    }
    const std::optional<std::uint64_t> length = frame_length(rest);
    if (!length && may_follow) break;
    open(length && has_segments_in(rest) ? rest.substr(0, *length) : rest, offset);
    offset += segments_.back().size_bytes();
  }
  readers_.resize(segments_.size());
  if (!segments_.back().header().continues) return;
  if (ends_as_file(content_) && offset < content_.size()) {
    refuse_damage(path_, offset, "a section has a wrong length");
  }
  is_cut_ = true;
  warnings_.push_back(
      fmt::format("{}: the recording was not written to its end: all ranks stop after {} whole "
                  "segments, {} bytes behind them are not read",
                  path_, segments_.size(), content_.size() - offset));
}

void SegmentedTrace::leave(std::size_t segment) {
  if (--readers_[segment] == 0) segments_[segment].forget_chunks();
}

std::unique_ptr<Cursor> SegmentedTrace::cursor(std::uint32_t rank) {
  return std::make_unique<SegmentCursor>(*this, rank);
}

std::uint64_t SegmentedTrace::action_count() const {
  std::uint64_t count = 0;
  for (const CompressedTrace& segment : segments_) count += segment.action_count();
  return count;
}

RankSums SegmentedTrace::sums_of(std::uint32_t rank) const {
  RankSums sums;
  for (const CompressedTrace& segment : segments_) {
    const RankSums part = segment.sums_of(rank);
    sums.actions += part.actions;
    sums.sends += part.sends;
    sums.sent_bytes += part.sent_bytes;
  }
  return sums;
}

std::map<std::uint32_t, std::string> SegmentedTrace::sites() const {
  std::map<std::uint32_t, std::string> sites;
  for (const CompressedTrace& segment : segments_) {
    sites.insert(segment.sites().begin(), segment.sites().end());
  }
  return sites;
}

bool has_segments(const std::string& path) {
  return has_segments_in(MappedFile(path).content());
}

TraceParts joined(SegmentedTrace& trace) {
  Compressor compressor(trace.rank_count(), trace.texts());
  for (const auto& [site, name] : trace.sites()) compressor.name_site(site, name);
  for (const auto& [key, value] : trace.header().notes) compressor.note(key, value);
  if (trace.is_cut()) compressor.note(cut_note, "not written to its end");
  for (std::uint32_t rank = 0; rank < trace.rank_count(); rank++) {
    const std::unique_ptr<Cursor> cursor = trace.cursor(rank);
    for (Action action; cursor->next(action);) compressor.add(rank, action);
  }
  return compressor.finish();
}

}  // namespace smpi::trace
