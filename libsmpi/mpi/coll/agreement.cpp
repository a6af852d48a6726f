// SPDX-License-Identifier: BSD-3-Clause
//
// The ring of notes: from the oldest call that some rank has not made yet to the newest.
#include "libsmpi/mpi/coll/agreement.h"

#include <fmt/format.h>

#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/ranks/runtime/source_line.h"

namespace smpi::coll {
namespace {

std::string describe(const CallRecord& call) {
  return fmt::format("{}{}", call.function == nullptr ? "a collective" : call.function,
                     source_line_suffix(call.return_address));
}

Disagreement compare(const Terms& mine, const Terms& theirs, int rank, const CallRecord& call) {
  const std::string who = fmt::format("but rank {}, first in {},", rank, describe(call));
  if (mine.collective != theirs.collective) {
    return {MPI_ERR_OTHER, fmt::format("{} is in another collective", who)};
  }
  if (mine.root != theirs.root) {
    return {MPI_ERR_ROOT, fmt::format("root {}, {} has root {}", mine.root, who, theirs.root)};
  }
  if (mine.size_bytes != theirs.size_bytes) {
    return {MPI_ERR_TRUNCATE,
            fmt::format("{} bytes, {} has {} bytes", mine.size_bytes, who, theirs.size_bytes)};
  }
  return {MPI_ERR_OP, fmt::format("another operation, {} has its own", who)};
}

bool same(const Terms& a, const Terms& b) {
  return a.collective == b.collective && a.root == b.root && a.size_bytes == b.size_bytes &&
         (a.predefined_op == b.predefined_op || a.predefined_op == nullptr ||
          b.predefined_op == nullptr);
}

bool has_vector(Collective collective) {
  switch (collective) {
    case Collective::bcast:
    case Collective::reduce:
    case Collective::allreduce:
    case Collective::reduce_scatter:
    case Collective::reduce_scatter_block:
    case Collective::scan:
    case Collective::exscan:
      return true;
    default:
      return false;
  }
}

}  // namespace

Terms terms_of(const Profile& profile) {
  const bool comparable = has_vector(profile.collective) && !profile.inter;
  // SimGrid's traces do not have operations: a replay chooses one.
  const bool knows_op = profile.predefined_op && datatype::data_moves;
  return {.collective = profile.collective,
          .root = profile.root,
          .size_bytes = comparable ? profile.total_bytes : 0,
          .predefined_op = knows_op ? profile.op : nullptr};
}

Disagreement Agreement::enter(int number, const Terms& terms, int rank, int members,
                              const CallRecord& call) {
  const auto position = static_cast<std::uint32_t>(number - first_number_) & 0x3fffffff;
  if (position == used_) {
    if (used_ == notes_.size()) grow();
    note(used_++) = {terms, rank, members, call};
  }
  Note& found = note(position);
  found.missing--;
  Disagreement result;
  if (__builtin_expect(!same(terms, found.terms), 0)) {
    result = compare(terms, found.terms, found.rank, found.call);
  }
  while (used_ > 0 && note(0).missing == 0) {
    first_ = static_cast<std::uint32_t>((first_ + 1) % notes_.size());
    first_number_ = (first_number_ + 1) & 0x3fffffff;
    used_--;
  }
  return result;
}

void Agreement::grow() {
  std::vector<Note> larger(notes_.size() * 2);
  for (std::uint32_t i = 0; i < used_; i++) larger[i] = note(i);
  notes_.swap(larger);
  first_ = 0;
}

}  // namespace smpi::coll
