// SPDX-License-Identifier: BSD-3-Clause
//
// Parts of one trace become one: each rank of a real MPI, or each node, compressed its own actions.
// Nothing is expanded: structures and streams are taken over, and only tables are numbered anew.
// The result is that of one compressor which had seen all ranks.
#pragma once

#include <string>
#include <unordered_set>

#include "libsmpi/trace/compress/parts.h"
#include "libsmpi/trace/compress/reader.h"

namespace smpi::trace {

class Merger {
 public:
  // Takes the ranks of a part over. Throws kernel::InputError when a rank was there before, or the
  // part is of a run with another number of ranks; `name` is for messages.
  void add(TraceParts part, const std::string& name);
  void add(CompressedTrace& part);
  TraceParts finish() { return std::move(whole_); }

 private:
  struct Tables;
  void add_record(const Tables& tables, RankRecord record, const std::string& name);
  TraceParts whole_;
  std::unordered_set<std::uint32_t> ranks_;  // that are there
};

// The streams of a file as parts in memory. Throws kernel::InputError for damage.
TraceParts parts_of(CompressedTrace& trace);

}  // namespace smpi::trace
