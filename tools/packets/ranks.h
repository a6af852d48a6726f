// SPDX-License-Identifier: BSD-3-Clause
//
// The ranks of one part of a run, as tasks: they pull steps from their workloads, send by the
// part's carrier, and match what arrives with what they receive.
//
// A rank is a record of some 90 bytes, and 40 for each send or receive that has not ended; it has
// no stack. Sends below the threshold end at once. Others are announced by a message; the answer
// comes when the announcement has met its receive, the data follows, and the send ends when the
// card has sent the last of it. Messages of one source, destination and tag meet receives in their
// order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/packet/carrier.h"
#include "models/packet/partition.h"
#include "models/packet/pool.h"
#include "tools/packets/counters.h"
#include "tools/packets/labels.h"
#include "tools/packets/parallelism.h"
#include "tools/packets/world.h"

namespace smpi::packets {

using models::packet::Carrier;
using models::packet::MessageId;

class Ranks final : public models::packet::Owner {
 public:
  // `ranks`: those of this part, ascending. The world must outlive it.
  Ranks(const World& world, std::vector<RankId> ranks);

  // Before the run: where messages go, and that each rank begins at the start of its job.
  void start(Carrier& carrier);
  // Tells of each message that is sent or has come; null: nobody.
  void tell(Parallelism* parallelism) { parallelism_ = parallelism; }

  void delivered(MessageId message, const Labels& labels, Picoseconds now) override;
  void departed(const Labels& labels, Picoseconds now) override;
  void due(std::uint32_t local, std::uint32_t object, Picoseconds now) override;

  const std::vector<RankId>& ranks() const { return ranks_; }
  const RankResult& result(std::size_t local) const { return results_[local]; }
  // What a rank that has not ended waits for, and where.
  std::string describe_wait(std::size_t local) const;
  // Texts with times that ranks have passed, in the order of time and rank.
  struct Mark {
    Picoseconds time;
    RankId rank;
    std::string text;
  };
  const std::vector<Mark>& marks() const { return marks_; }
  std::uint64_t message_count() const { return message_count_; }

  // For iterations that repeat (steady.h), of workloads that have rounds().
  struct Progress {
    std::vector<RankResult> results;
    std::uint64_t message_count = 0;
  };
  Progress progress() const { return {results_, message_count_}; }
  std::uint64_t round_count() const;
  std::uint64_t messages_of_round() const;
  std::uint64_t received_count() const { return received_count_; }
  // That the first rank is in.
  std::uint64_t round() const;
  // That no rank has begun, but for the last.
  std::uint64_t rounds_to_begin() const;
  // Adds what they are doing, and the network's state.
  void add_state(const models::packet::Partition& network,
                 models::packet::Fingerprint& state) const;
  // The same so many rounds later, with what they have done since `before` so many times more.
  void move_later(Picoseconds delay, std::uint64_t rounds, const Progress& before,
                  std::uint64_t times);

 private:
  using OperationId = std::uint32_t;
  static constexpr std::uint32_t none = 0xffffffffU;
  static constexpr std::uint32_t inside_bit = 0x80000000U;  // in a rank's number, of an event

  struct Rank {
    Position position;
    Picoseconds since = 0;     // when it began to wait
    OperationId first = none;  // of its operations, the oldest one first
    OperationId last = none;
    std::uint32_t awaited = 0;     // operations, before the next step
    std::uint32_t operations = 0;  // numbered so far
    bool is_computing = false;
    bool has_wildcards = false;
  };
  struct Operation {
    enum class State : std::uint8_t {
      sending,    // announced; then until it has left
      receiving,  // not met yet
      met,        // its data is on the way
      message,    // there, and nobody has received it
      announced,  // the same of an announcement
    };
    std::uint64_t size_bytes;
    std::uint32_t local;  // its rank
    RankId peer;
    std::uint32_t tag;
    std::uint32_t number;  // in its rank's workload
    OperationId partner;   // of the other side, of announcements
    OperationId before;
    OperationId after;
    std::uint16_t sequence;
    State state;
    bool is_awaited;
  };
  static_assert(sizeof(Operation) == 40);

  void advance(std::uint32_t local, Picoseconds now);
  void perform(std::uint32_t local, const Step& step, Picoseconds now);
  void send(std::uint32_t local, const Step& step, Picoseconds now);
  void receive(std::uint32_t local, const Step& step, Picoseconds now);
  void await(std::uint32_t local, const Step& step);
  void end(OperationId id, Picoseconds now);
  void ended_without_operation(std::uint32_t local, const Step& step);
  void has_received(const Labels& labels, Picoseconds now);
  void arrive(Operation::State state, const Labels& labels, Picoseconds now);
  void answer(OperationId receive, RankId peer, OperationId partner, Picoseconds now);
  void send_data(const Operation& send, OperationId partner, OperationId own, Picoseconds now);
  void ship(RankId from, RankId to, std::uint64_t size_bytes, const Labels& labels, Picoseconds now,
            bool wants_departure = false);
  OperationId make(const Operation& operation);
  void unlink(OperationId id);
  OperationId find_receive(const Rank& rank, RankId peer, std::uint32_t tag,
                           std::uint16_t sequence) const;
  OperationId find_message(const Rank& rank, RankId peer, std::uint32_t tag,
                           std::uint16_t sequence) const;
  bool agrees(const Operation& receive, RankId peer, std::uint32_t tag,
              std::uint16_t sequence) const;
  Workload& workload_of(std::uint32_t local) {
    return *workloads_[world_.job_of_rank[ranks_[local]]];
  }
  const Job& job_of(std::uint32_t local) const {
    return world_.jobs[world_.job_of_rank[ranks_[local]]];
  }

  const World& world_;
  std::vector<RankId> ranks_;
  std::vector<std::shared_ptr<Workload>> workloads_;  // by job
  std::vector<Rank> states_;                          // by local rank, as the next
  std::vector<RankResult> results_;
  models::packet::Pool<Operation> operations_;
  PairCounters sent_numbers_;  // by rank, peer and tag, where messages may overtake
  PairCounters received_numbers_;
  std::vector<Mark> marks_;
  models::packet::Pool<Labels> inside_;  // messages inside hosts that are on their way
  Carrier* carrier_ = nullptr;
  std::uint64_t message_count_ = 0;
  std::uint64_t received_count_ = 0;
  Parallelism* parallelism_ = nullptr;
};

}  // namespace smpi::packets
