// SPDX-License-Identifier: BSD-3-Clause
//
// Which messages wildcard receives took, which they could have taken as well, and other choices.
//
// Recorded for each receive with MPI_ANY_SOURCE, and each probe that found something: its number
// among those of its rank, the source it got, and the other sources whose first matching message
// could have come first. That is a message that waited besides, or one that was sent later without
// knowledge of the receive's completion (causal_clock.h). What the recording does not see, such as
// one-sided operations that order messages, makes it list too much; it is the run with another
// choice that decides.
//
// Such a run is told choices. A receive with a choice is posted as if for that source. Until it has
// got its message, all others that it would match are kept back, and with them what the same sender
// sends later on the communicator: as if they were still on their way, which MPI allows (3.5). So
// whatever happens then can happen on a real machine. A choice that is never taken could not
// happen.
//
// Alternatives considered: Lamport clocks, as DAMPI has (Vo et al., SC 2010), which miss messages;
// deciding at a standstill of all ranks, as ISP does, which needs no clocks, but all ranks to stop
// for each receive.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "libsmpi/mpi/p2p/mailbox.h"
#include "libsmpi/ranks/runtime/reference.h"
#include "libsmpi/watch/analyze/causal_clock.h"
#include "libsmpi/watch/analyze/matching_choice.h"

namespace smpi {

struct Rank;
struct Request;
namespace p2p {
struct Message;
}

// One wildcard receive or probe that got a message.
struct WildcardMatch {
  struct Alternative {
    int source;
    const void* sent_at;  // return address of the send
  };
  const Rank* rank = nullptr;
  std::uint32_t number = 0;
  int source = 0;
  bool chosen = false;    // by a MatchingChoice
  bool enforced = false;  // and another message would have come first
  p2p::MatchKey pattern{};
  const char* function = nullptr;
  const void* called_at = nullptr;
  std::uint32_t completion = 0;  // the rank's count of completed ones; 0: not complete
  std::vector<Alternative> alternatives;
  // Receives that were posted before it and wait: they get a message first.
  std::vector<p2p::MatchKey> earlier_receives;
};

class Matching {
 public:
  explicit Matching(const std::vector<MatchingChoice>& choices);

  // --- Called by p2p, for each rank and each channel.
  // A message was sent. True: it is kept back, and comes to p2p::post_again() later.
  bool keeps_back(p2p::Message& message);
  void forget(const p2p::Message& message);
  // A receive is about to look for its message; may replace its MPI_ANY_SOURCE by the chosen source
  // until it is matched.
  void post(Request& receive);
  void match(const p2p::Message& message, Request& receive);
  // The program learns that the receive is complete.
  void finish(Request& receive);
  // It ends without that.
  void forget(Request& receive);
  // The message that a probe finds.
  p2p::Message* probe(Rank& rank, const p2p::MatchKey& pattern);

  // --- For reports.
  // In the order in which they were matched.
  const std::vector<WildcardMatch>& matches() const { return matches_; }
  // Does matches() have all of them, with all alternatives?
  bool is_complete() const { return is_complete_; }
  std::size_t choices_not_taken() const { return choices_.size(); }

 private:
  struct SharedClock : Counted {
    CausalClock clock;
  };
  // A receive between post() and finish(). A clock is shared by all messages that a rank sends
  // until it learns something.
  struct Pending {
    Ref<SharedClock> sent_with;
    std::uint32_t number = 0;  // 0: not a wildcard
    const char* function = nullptr;
    std::size_t match = no_match;
  };
  struct Held {
    Request* receive;
    p2p::MatchKey pattern;
    bool has_kept_back = false;
  };
  struct Process {
    Ref<SharedClock> clock;
    std::uint32_t wildcards = 0;
    std::vector<std::size_t> matches;  // positions in matches_
    std::vector<Held> held;            // in the order they were posted
    std::deque<p2p::Message*> kept_back;
  };
  static constexpr std::size_t no_match = static_cast<std::size_t>(-1);

  Process& process_of(const Rank& rank);
  const int* choice_of(const Rank& rank, std::uint32_t number) const;
  Ref<SharedClock> clock_of(const p2p::Message& message) const;
  void learn(Process& process, const Ref<SharedClock>& other) const;
  std::uint32_t tick(const Rank& rank);
  void note_late(const p2p::Message& message);
  // Takes its choice, if any, and adds what waits besides. Returns its position in matches().
  std::size_t add(WildcardMatch match);
  bool must_wait(const Process& process, const p2p::Message& message) const;
  void keep_back(Process& process, p2p::Message& message);
  void hold(Rank& rank, Request& receive, int source);
  // Ends hold(). Was it needed?
  bool release(Request& receive);
  static void post_kept_back(void* rank, std::uint32_t);

  using Place = std::pair<std::uint32_t, std::uint32_t>;  // process, number
  std::map<Place, int> choices_;                          // sources, of those not taken yet
  std::deque<Process> processes_;                         // references stay valid
  std::unordered_map<const p2p::Message*, Ref<SharedClock>> sent_with_;  // of empty clocks: none
  std::unordered_map<const Request*, Pending> pending_;
  std::vector<WildcardMatch> matches_;
  bool is_complete_ = true;
};

}  // namespace smpi
