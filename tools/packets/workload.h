// SPDX-License-Identifier: BSD-3-Clause
//
// What ranks do, step by step: the common form of generators, traces and GOAL files.
//
// A rank sends, receives and computes. Most workloads are lists: a computation ends before the next
// step begins, sends and receives go on beside it until a later step awaits them. Workloads that
// are graphs say which steps are ready, and are told of each that has ended.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "models/packet/picoseconds.h"

namespace smpi::packets {

using models::packet::Picoseconds;
using RankId = std::uint32_t;

inline constexpr RankId any_rank = 0xffffffffU;
inline constexpr std::uint32_t any_tag = 0xffffffffU;
inline constexpr std::uint32_t no_operation = 0xffffffffU;

struct Step {
  enum class Kind : std::uint8_t {
    compute,
    send,
    receive,
    await,      // one of the rank's sends and receives
    await_all,  // all of them that have not ended
    mark,       // a text of Workload::mark(), with the time
  };
  Kind kind = Kind::compute;
  RankId peer = 0;        // in the workload, or any_rank
  std::uint32_t tag = 0;  // or any_tag
  std::uint64_t size_bytes = 0;
  Picoseconds duration = 0;
  // Of sends, receives and computations: its number in its rank. Lists count from 0; `await` names
  // one of them.
  std::uint32_t operation = 0;
};

// How far a rank is, for workloads that need no more.
struct Position {
  std::uint64_t step = 0;
  std::uint64_t round = 0;
};

class Workload {
 public:
  enum class Pull : std::uint8_t { step, blocked, ended };

  virtual ~Workload() = default;
  virtual std::uint32_t rank_count() const = 0;
  // The next step of a rank. `blocked`: none is ready until another one ends (graphs).
  virtual Pull next(RankId rank, Position& position, Step& step) = 0;
  virtual bool is_graph() const { return false; }
  // Of graphs: a send, receive or computation has ended.
  virtual void ended(RankId /*rank*/, std::uint32_t /*operation*/) {}
  virtual std::string mark(std::uint64_t /*number*/) const { return {}; }
  // Where a rank is in what the user gave, for reports: "trace.txt:17".
  virtual std::string place(RankId rank, const Position& position) const = 0;
  // Does every rank do the same a number of times? Then where a rank is in its own turn, and how
  // many turns are left, can be told and changed (steady.h). Position::round counts the turns.
  virtual std::uint64_t rounds() const { return 0; }
  // Then: of all ranks together in a turn.
  virtual std::uint64_t messages_of_round() const { return 0; }
};

}  // namespace smpi::packets
