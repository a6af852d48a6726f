// SPDX-License-Identifier: BSD-3-Clause
//
// Events of an OTF2 archive as what ranks did: messages, waits, collectives, and what they computed
// between their calls.
//
// An archive says what a nonblocking receive was for when it ends, so all calls of all ranks are
// kept, 40 bytes each. Sends and receives of one call, as of MPI_Sendrecv, go on beside each other.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "libsmpi/watch/record/timeline/otf2_archive.h"
#include "tools/packets/workload.h"

namespace smpi::packets {

struct RecordedCall {
  enum class Kind : std::uint8_t {
    pause,  // computation
    send,
    receive,
    begin_send,
    begin_receive,
    wait,
    collective,  // of all ranks
  };
  std::uint64_t size_bytes = 0;      // of a message; given to a collective; ns of a pause
  std::uint64_t received_bytes = 0;  // from a collective
  RankId peer = any_rank;            // or root; of a receive that never ended: any_rank
  std::uint32_t tag = 0;
  std::uint32_t request = 0;
  std::uint32_t operation = 0;  // of a collective: record::CollectiveKind
  Kind kind = Kind::pause;
};

class RecordedCalls {
 public:
  // Takes the events that follow once lanes, functions and communicators are in `archive`, which
  // must outlive it. Never throws: libotf2 stands between.
  explicit RecordedCalls(const record::otf2::Archive& archive) : archive_(archive) {}
  void add(const record::otf2::Event& event);

  // What cannot be replayed; empty: all can be.
  const std::string& problem() const { return problem_; }
  // Functions whose calls have no events that could be replayed.
  const std::set<std::string>& unknown_functions() const { return unknown_; }

  std::uint32_t rank_count() const { return static_cast<std::uint32_t>(archive_.lanes.size()); }
  std::span<const RecordedCall> of(RankId rank) const;
  // Collective number k of a rank; null: it has fewer.
  const RecordedCall* collective(RankId rank, std::uint64_t k) const;

 private:
  struct Request {
    std::uint32_t number;
    std::size_t call;
  };
  struct Rank {
    std::vector<RecordedCall> calls;
    std::vector<std::size_t> collectives;
    std::unordered_map<std::uint64_t, Request> requests;  // by the archive's numbers
    std::uint32_t request_count = 0;
    std::uint32_t depth = 0;     // of calls
    std::size_t call_begin = 0;  // of the outermost one
    std::uint64_t left_ns = 0;
    bool has_events = false;  // of the outermost call
  };

  void enter(Rank& rank, const record::otf2::Event& event);
  void leave(Rank& rank, const record::otf2::Event& event);
  void pause_until(Rank& rank, std::uint64_t time_ns);
  void add_message(Rank& rank, const record::otf2::Event& event);
  void add_collective(Rank& rank, const record::otf2::Event& event);
  void end_request(Rank& rank, const record::otf2::Event& event);
  static void overlap(Rank& rank);
  RankId peer_of(const record::otf2::Event& event);

  const record::otf2::Archive& archive_;
  std::vector<Rank> ranks_;
  // Messages on different communicators never meet.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> tags_;
  std::string problem_;
  std::set<std::string> unknown_;
};

}  // namespace smpi::packets
