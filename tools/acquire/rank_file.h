// SPDX-License-Identifier: BSD-3-Clause
//
// The part of a trace that one process of a real run writes, and how the parts become one.
//
// As text: a file per rank and an index. Where the name of the trace ends in .smpitrace each
// process compresses while it runs, and the compressed parts are merged at the end: nothing is
// expanded, and what is written anywhere is as small as the result.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "libsmpi/watch/trace/compress/merge.h"
#include "libsmpi/watch/trace/compress/segment_writer.h"
#include "libsmpi/watch/trace/text_writer.h"
#include "tools/acquire/settings.h"

namespace smpi::acquire {

class RankFile {
 public:
  // What is said about this process, as keys and values: a comment of text, notes of a compressed
  // part.
  using Facts = std::map<std::string, std::string>;
  struct Place {
    std::uint32_t rank;
    std::uint32_t rank_count;
  };
  // Throws kernel::InputError when the file cannot be made. Settings and texts must outlive it.
  RankFile(const Settings& settings, Place place, const std::string& comment, const Facts& facts,
           const trace::Texts& texts);

  trace::Sink& sink();
  // Writes what is left, but for a part that others take (Merge::tree). Throws kernel::InputError
  // when the disk is full.
  void finish();
  // REQUIRES: Merge::tree, after finish(). The part, with those that were added to it.
  void add_part(std::string bytes);
  std::string part_bytes();
  void write_whole();

  static std::string path_of(const Settings& settings, std::uint32_t rank);
  // From the parts of all ranks, which rank 0 sees now.
  static void join(const Settings& settings, std::uint32_t rank_count);

 private:
  const Settings& settings_;
  Place place_;
  std::optional<trace::TextWriter> text_;
  std::optional<trace::SegmentWriter> compressed_;
  trace::Merger merger_;
};

}  // namespace smpi::acquire
