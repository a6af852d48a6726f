// SPDX-License-Identifier: BSD-3-Clause
//
// Compresses a trace into a file, in bounded memory: when what is kept outgrows it, what is there
// is written as a segment (segmented_trace.h) and all begins anew. A program that repeats itself
// never gets that far, and its file is that of the compressor.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "libsmpi/watch/trace/compress/compressor.h"

namespace smpi::trace {

class SegmentWriter final : public Sink {
 public:
  static constexpr std::uint64_t usual_memory_bytes = std::uint64_t{64} << 20;
  // What a rank may take in any case, so that many ranks do not end a segment by being there.
  static constexpr std::uint64_t usual_rank_bytes = 16 << 10;
  struct Limits {
    std::uint64_t memory_bytes = usual_memory_bytes;
    std::uint64_t rank_bytes = usual_rank_bytes;
  };

  // `texts` must outlive it. Nothing is written before the first segment ends.
  SegmentWriter(std::string path, std::uint32_t rank_count, const Texts& texts, Limits limits);

  void add(std::uint32_t rank, const Action& action) override {
    compressor_->add(rank, action);
    if (--actions_left_ == 0) look_at_memory();
  }
  // A line of the headers. Before anything is added.
  void note(const std::string& key, const std::string& value);
  // Gives sites their names, at the end of each segment.
  void name_sites_by(std::function<void(Compressor&)> name_sites) {
    name_sites_ = std::move(name_sites);
  }

  // Were segments written already?
  bool has_segments() const { return segments_ > 0; }
  // Writes what is left; nothing is added after it. Throws kernel::InputError when it cannot.
  void finish();
  // The whole trace instead. REQUIRES: !has_segments().
  TraceParts take();

 private:
  void begin();
  void look_at_memory();
  void write(bool continues);

  std::string path_;
  std::uint32_t rank_count_;
  const Texts& texts_;
  std::uint64_t memory_most_bytes_;
  std::uint64_t actions_between_looks_;
  std::map<std::string, std::string> notes_;
  std::function<void(Compressor&)> name_sites_;
  std::optional<Compressor> compressor_;
  std::uint64_t actions_left_ = 0;
  std::uint32_t segments_ = 0;  // that are written
};

}  // namespace smpi::trace
