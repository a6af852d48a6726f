// SPDX-License-Identifier: BSD-3-Clause
//
// The collective calls of one communicator, compared between its ranks (MPI 5.0, 6.1, 6.14;
// smpirun --analyze).
//
// All ranks of a communicator make its collective calls in one order: blocking, nonblocking and
// persistent ones together, with those that make or free communicators, windows and files. Call
// number n of a rank is compared with call number n of the first rank that came to it: function,
// root and operation. Data must have equal type signatures: on all ranks where all have the same
// (broadcast, reductions), between sender and receiver where each pair has its own (gather,
// scatter, all-to-all). After the first call in another order later ones tell nothing.
//
// What a call brought is kept until all ranks have made it, at most (all-to-all with counts per
// rank) a number of contents that is the square of the number of ranks.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/datatype/op.h"
#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::analysis {

// `count` elements of a type, as far as types are compared.
struct Content {
  std::int64_t elements = 0;
  std::uint64_t hash = 0;
  std::optional<datatype::Element> only_element;

  Content() = default;
  Content(const Datatype& type, MPI_Count count);
  bool matches(const Content& other) const;
  // "2 MPI_INT"
  std::string describe() const;
};

// For each member; a single one stands for all of them.
using Contents = std::vector<Content>;

// Which calls a call exchanges data with.
enum class Partners : std::uint8_t {
  none,
  all_alike,  // with all; each sends one content to all, or all receive the same from each
  root,       // with that of the root, or of the root with all
  each        // with all
};

struct CollectiveCall {
  CallRecord record;
  std::optional<int> root;
  const Op* predefined_op = nullptr;
  Contents common;  // the same on all ranks
  Partners partners = Partners::none;
  Contents sends;     // to each member
  Contents receives;  // from each member
};

struct CollectiveMismatch {
  enum class Kind : std::uint8_t { order, root, operation, common, sent, received };
  Kind kind = Kind::order;
  int other = 0;          // the member whose call it does not match
  CallRecord other_call;  // and that call
  std::string mine = {};  // the root or the data
  std::string theirs = {};
};

class CollectiveSequence {
 public:
  explicit CollectiveSequence(int members) : next_(static_cast<std::size_t>(members)) {}

  // The next call of a member: what is wrong with it, if anything.
  std::optional<CollectiveMismatch> enter(int member, CollectiveCall call);
  // Have all members made all calls that one of them made, in one order?
  bool is_complete() const { return notes_.empty() && !last_in_order_; }

 private:
  struct Note {
    int first = 0;
    int missing = 0;
    std::vector<std::optional<CollectiveCall>> calls;  // by member
  };
  static std::optional<CollectiveMismatch> compare_terms(const CollectiveCall& mine,
                                                         const Note& note);
  static std::optional<CollectiveMismatch> compare_data(int member, const CollectiveCall& mine,
                                                        const Note& note);

  std::vector<std::uint64_t> next_;  // number of the next call, by member
  std::deque<Note> notes_;
  std::uint64_t first_number_ = 0;              // of the first note
  std::optional<std::uint64_t> last_in_order_;  // the first call whose functions differ
};

// "MPI_Bcast" of "MPI_Bcast_c"
std::string_view kind_of(const CallRecord& call);

}  // namespace smpi::analysis
