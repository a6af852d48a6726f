// SPDX-License-Identifier: BSD-3-Clause
//
// Parts of one trace become one: each rank of a real MPI, or each node, compressed its own actions.
// Nothing is expanded: structures and streams are taken over, and only tables are numbered anew.
// The result is that of one compressor which had seen all ranks. Recordings of different ranks of a
// run become a whole one.
#pragma once

#include <string>
#include <unordered_set>

#include "libsmpi/watch/trace/compress/parts.h"
#include "libsmpi/watch/trace/compress/reader.h"
#include "libsmpi/watch/trace/rank_set.h"

namespace smpi::trace {

class Merger {
 public:
  // Takes the ranks of a part over. Throws kernel::InputError when a rank was there before, or the
  // part is of a run with another number of ranks; `name` is for messages.
  void add(TraceParts part, const std::string& name);
  void add(CompressedTrace& part);
  // Segments of a file become one first.
  void add_file(const std::string& path);
  TraceParts finish();

 private:
  struct Tables;
  void add_recorded_ranks(const TraceParts& part);
  void add_record(const Tables& tables, RankRecord record, const std::string& name);
  TraceParts whole_;
  std::unordered_set<std::uint32_t> ranks_;  // that are there
  RankSet recorded_;
  bool leaves_out_ = false;  // does a part say that ranks were left out?
};

// The streams of a file as parts in memory. Throws kernel::InputError for damage.
TraceParts parts_of(CompressedTrace& trace);

}  // namespace smpi::trace
