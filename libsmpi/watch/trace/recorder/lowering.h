// SPDX-License-Identifier: BSD-3-Clause
//
// Writes a recorded program with SimGrid's actions only (tracing/ti-level:1), for SimGrid's own
// replay.
//
// What has no action of its own is said with others that cost the same: messages of other
// communicators go between world ranks, under tags that are a communicator's own; Sendrecv is an
// isend, an irecv and two waits; a persistent request that is started is an isend or irecv; types
// of the program are bytes. What a Waitany or Testsome found is waited for. A poll is a test, or a
// sleep where it looks for no request.
// Streaks of polls must come one by one (RecorderShared::merges_polls).
//
// A collective that SimGrid has no action for is the messages that the library sent for it: of a
// part of the world, without an action, with an operation that does not commute, creations of
// communicators. The recorder tells these messages as actions with a Strand of their own:
//   inside  of a call on the whole world: kept until the call itself is known, and dropped if
//           SimGrid has an action for it
//   part    of a call on other communicators: no rank of it can have an action
//   aside   of a nonblocking collective, while the rank does something else
//   window  of a call on a window, and what its rank sleeps because it has no message to wait for
//   target  of what another rank does to this one by a window
//   poll    none: a sleep that says how long the poll of the next call took
// Messages aside stand where they began and where they were waited for. Computation that goes on
// meanwhile is cut there, by the speed of its core. Those of a target stand before what its rank
// does meanwhile: a receive that is posted early, or a send that waits for its receive, costs
// nothing.
//
// Synchronous sends are plain ones, and buffered ones are never waited for. What cannot be said is
// left out and counted: files, partitioned messages, that synchronous sends wait.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "libsmpi/watch/trace/action.h"
#include "libsmpi/watch/trace/recorder/level_one.h"

namespace smpi::trace {

// A communicator as the world sees it.
struct CommunicatorView {
  std::uint64_t number = 0;  // in the run: the same on all its ranks; 0 is the world
  // World ranks; of the other side of an intercommunicator. Null: nothing is known of it.
  std::shared_ptr<const std::vector<std::uint32_t>> members;
  bool is_like_world = false;  // the same members in the same order

  std::size_t size() const { return members == nullptr ? 0 : members->size(); }
};

// Strands of actions that are messages of a collective.
namespace message_strand {
inline constexpr std::uint16_t inside = 0xffff;
inline constexpr std::uint16_t part = 0xfffe;
inline constexpr std::uint16_t aside = 0xfffd;
inline constexpr std::uint16_t window = 0xfffc;
inline constexpr std::uint16_t target = 0xfffb;
inline constexpr std::uint16_t poll = 0xfffa;
inline bool is_one(std::uint16_t strand) {
  return strand >= poll;
}
}  // namespace message_strand

class Lowering final : public Sink {
 public:
  // What is asked of the MPI library.
  struct Library {
    // The communicator that a rank knows by a number.
    std::function<CommunicatorView(std::uint32_t rank, Word communicator)> view;
    // How much the core of a rank can have computed since the start of the run, in flops.
    std::function<double(std::uint32_t rank)> progress;
    // Is the request of a rank under way, by its number?
    std::function<bool(std::uint32_t rank, Word request)> is_pending;
    bool tells_windows = false;  // the messages of calls on windows
    double detached_bytes = 0;   // sends of fewer bytes are complete at once
  };
  Lowering(Sink& next, std::uint32_t rank_count, Library library);

  void add(std::uint32_t rank, const Action& action) override;

  // How often each call was left out, by name.
  const std::map<std::string_view, std::uint64_t>& left_out() const { return left_out_; }
  // The same of nonblocking collectives and calls on windows whose messages are there.
  const std::map<std::string_view, std::uint64_t>& asides() const { return asides_; }

 private:
  struct Message {
    bool is_receive = false;
    Word peer = nobody;  // of the world
    Word tag = 0;
    Word count = 0;
    Word type = 0;
    bool is_buffered = false;
    bool is_of_window = false;
    bool is_open = false;  // it has wildcards
  };
  // A message of a call on the whole world, or one aside that came meanwhile.
  struct Inside {
    Code code;
    bool is_aside;
    std::vector<Word> words;
  };
  // The values of a call's fields by name.
  using Values = std::unordered_map<std::string_view, std::vector<Word>>;
  struct OfRank {
    std::unordered_map<Word, Message> requests;      // under way
    std::unordered_map<Word, Message> received_too;  // the other half of Isendrecv
    bool has_buffered = false;                       // sends that nobody waits for
    std::unordered_map<Word, Message> persistent;    // made, perhaps not started
    std::unordered_map<Word, Message> probed;        // by matched probes
    std::vector<Word> type_sizes;                    // of the program's types
    std::map<Word, CommunicatorView> communicators;
    std::vector<Word> type_units;                // of the program's types; -1: not one kind
    std::vector<bool> commuting;                 // of the program's operations
    std::unordered_set<Word> persistent_asides;  // persistent collectives
    std::vector<Inside> inside;                  // messages of the call under way
    std::uint64_t message_count = 0;             // of it, or parts
    std::uint64_t open_asides = 0;               // messages that are not waited for yet
    double poll_s = 0;                           // of the next call
    std::optional<Message> of_window;            // the last one of the call under way
    std::optional<double> computing_flops;       // that are not written yet
    double computing_since = 0;                  // by Library::progress
  };

  const CommunicatorView& view_of(std::uint32_t rank, Word communicator);
  Values values_of(const Action& action) const;
  Message message_of(std::uint32_t rank, const Values& values, bool is_receive);
  void set_content(std::uint32_t rank, Message& message, Word count, Word type) const;
  Word bytes_of(std::uint32_t rank, Word type) const;

  bool add_message(std::uint32_t rank, Code code, const Values& values);
  bool add_probe(std::uint32_t rank, Code code, const Values& values);
  bool add_persistent(std::uint32_t rank, Code code, const Values& values);
  bool add_completion(std::uint32_t rank, Code code, const Values& values);
  bool add_window_call(std::uint32_t rank, Code code, const Values& values);
  bool add_collective(std::uint32_t rank, const Action& action, Values values);
  bool add_as_action(std::uint32_t rank, const Action& action, Values values);
  bool commutes(std::uint32_t rank, const Values& values) const;
  void count_in_units(std::uint32_t rank, Values& values) const;
  void add_part_of_call(std::uint32_t rank, const Action& action);
  bool write_inside(std::uint32_t rank);
  void write_asides_inside(std::uint32_t rank, bool are_waits);
  void write_computation(std::uint32_t rank, bool is_over);
  Word tag_on(const CommunicatorView& view, Word tag);
  void fill_in_place(std::uint32_t rank, Values& values) const;
  void add_test(std::uint32_t rank, const Values& values);
  bool write_poll(std::uint32_t rank);
  void add_sleep_of_poll(std::uint32_t rank, bool has_found, std::string_view kind);

  void emit(std::uint32_t rank, const Message& message, bool blocks);
  void emit_wait(std::uint32_t rank, const Message& message, Code code);
  void emit_buffered(std::uint32_t rank, const Message& message);
  void complete(std::uint32_t rank, Word request);

  Sink& next_;
  std::uint32_t rank_count_;
  Library library_;
  LevelOne collectives_;
  std::vector<OfRank> ranks_;
  std::map<std::pair<std::uint64_t, Word>, Word> far_tags_;  // by communicator and tag
  std::map<std::string_view, std::uint64_t> left_out_;
  std::map<std::string_view, std::uint64_t> asides_;
};

}  // namespace smpi::trace
