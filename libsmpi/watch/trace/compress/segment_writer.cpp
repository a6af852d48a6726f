// SPDX-License-Identifier: BSD-3-Clause
//
// Memory is looked at from time to time: between two looks an irregular program takes some hundred
// bytes for each action.
#include "libsmpi/watch/trace/compress/segment_writer.h"

#include <algorithm>
#include <utility>

#include "kernel/error.h"
#include "libsmpi/watch/trace/compress/writer.h"

namespace smpi::trace {
namespace {

constexpr std::uint64_t bytes_per_action = 256;
constexpr std::uint64_t looks_least = 64;
constexpr std::uint64_t looks_most = 1 << 16;

}  // namespace

SegmentWriter::SegmentWriter(std::string path, std::uint32_t rank_count, const Texts& texts,
                             Limits limits)
    : path_(std::move(path)),
      rank_count_(rank_count),
      texts_(texts),
      memory_most_bytes_(std::max(limits.memory_bytes, rank_count * limits.rank_bytes)),
      actions_between_looks_(
          std::clamp(memory_most_bytes_ / bytes_per_action, looks_least, looks_most)) {
  begin();
}

void SegmentWriter::begin() {
  // Chunks stay in memory: the segment ends before they are too many.
  Compressor::Options options;
  options.memory_most_bytes = 2 * memory_most_bytes_;
  compressor_.emplace(rank_count_, texts_, options);
  for (const auto& [key, value] : notes_) compressor_->note(key, value);
  actions_left_ = actions_between_looks_;
}

void SegmentWriter::note(const std::string& key, const std::string& value) {
  notes_[key] = value;
  compressor_->note(key, value);
}

void SegmentWriter::look_at_memory() {
  actions_left_ = actions_between_looks_;
  if (compressor_->memory_bytes() < memory_most_bytes_) return;
  write(true);
  begin();
}

void SegmentWriter::write(bool continues) {
  TraceParts parts = take();
  parts.header.segment = segments_;
  parts.header.continues = continues;
  if (segments_ == 0) {
    write_trace(path_, parts);
  } else {
    append_trace(path_, parts);
  }
  segments_++;
}

void SegmentWriter::finish() {
  write(false);
}

TraceParts SegmentWriter::take() {
  if (name_sites_) name_sites_(*compressor_);
  return compressor_->finish();
}

}  // namespace smpi::trace
