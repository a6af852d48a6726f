// SPDX-License-Identifier: BSD-3-Clause
//
// The part of a trace that one process of a real run writes, and how the parts become one.
//
// As text: a file per rank and an index. Where the name of the trace ends in .smpitrace each
// process compresses while it runs, and rank 0 merges the compressed parts at the end: nothing is
// expanded, and what is written anywhere is as small as the result.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "libsmpi/trace/compress/compressor.h"
#include "libsmpi/trace/text_writer.h"

namespace smpi::acquire {

class RankFile {
 public:
  // What is said about this process, as keys and values: a comment of text, notes of a compressed
  // part.
  using Facts = std::map<std::string, std::string>;
  struct Place {
    std::string trace;
    std::uint32_t rank;
    std::uint32_t rank_count;
  };
  // Throws kernel::InputError when the file cannot be made. `texts` must outlive it.
  RankFile(Place place, const std::string& comment, const Facts& facts, const trace::Texts& texts);

  trace::Sink& sink();
  // Writes what is left. Throws kernel::InputError when the disk is full.
  void finish();

  static std::string path_of(const std::string& trace, std::uint32_t rank);
  // From the parts of all ranks, which rank 0 sees now.
  static void join(const std::string& trace, std::uint32_t rank_count);

 private:
  Place place_;
  std::optional<trace::TextWriter> text_;
  std::optional<trace::Compressor> compressor_;
};

}  // namespace smpi::acquire
