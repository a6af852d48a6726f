// SPDX-License-Identifier: BSD-3-Clause
//
// Writes recorded calls as SimGrid's actions where those say the same.
//
// SimGrid's actions know the world only, so messages and collectives of other communicators stay
// as they are: the two sides of a message must both be of one level. The same holds for types that
// the program made, places in buffers (MPI_IN_PLACE), counts beyond an int, and operations that do
// not commute. A wait is one of SimGrid's if the oldest request with its source, destination and
// tag is meant, a waitall if all such requests are. Requests keep their numbers: an
// isend or irecv takes the next one as a call would.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "libsmpi/watch/trace/action.h"
#include "libsmpi/watch/trace/recorder/key_map.h"

namespace smpi::trace {

class LevelOne final : public Sink {
 public:
  LevelOne(Sink& next, std::uint32_t rank_count) : next_(next), ranks_(rank_count) {}

  void add(std::uint32_t rank, const Action& action) override;
  // Passes a call on if it has an action of level 1; else false.
  bool add_converted(std::uint32_t rank, const Action& action);

  // What a field of a collective becomes.
  struct Step {
    enum class What : std::uint8_t { count, counts, sum, type, root, no_flops } what;
    std::size_t field;  // of the call
  };

 private:
  // Partner, tag, and whether it is received: what a wait of level 1 tells messages of a rank apart
  // by.
  using Key = std::uint64_t;
  // A request of level 1 that is under way; 0: there is no other one with its key.
  struct Open {
    Key key = 0;
    Word older = 0;
    Word newer = 0;
  };
  struct OfRank {
    KeyMap<Word, Open> requests;
    KeyMap<Key, Word> newest;
  };

  // False: no action of level 1 says it. The words of the action go to words_.
  bool convert(std::uint32_t rank, const Action& action);
  bool convert_message(std::uint32_t rank, const Action& action);
  bool convert_wait(std::uint32_t rank, std::span<const Word> words);
  bool convert_waitall(std::uint32_t rank, std::span<const Word> words);
  bool convert_collective(const Action& action);
  const std::vector<std::span<const Word>>& split(const Action& action);
  bool append(const Step& step, std::span<const Word> values);
  void note_requests(std::uint32_t rank, const Action& action);
  static void remember(OfRank& state, Word request, Key key);
  static void forget(OfRank& state, Word request);

  Sink& next_;
  std::vector<OfRank> ranks_;
  std::vector<std::span<const Word>> fields_;  // of the action under way
  Code code_{};
  std::vector<Word> words_;
};

}  // namespace smpi::trace
