// SPDX-License-Identifier: BSD-3-Clause
//
// Writes a recorded program with SimGrid's actions only (tracing/ti-level:1), for SimGrid's own
// replay.
//
// What has no action of its own is said with others that cost the same: messages of other
// communicators go between world ranks, under tags that are a communicator's own; Sendrecv is an
// isend, an irecv and two waits; a persistent request that is started is an isend or irecv; types
// of the program are bytes. What a Waitany or Testsome found is waited for. Streaks of polls are so
// many tests. What cannot be said is left out and counted: creations of communicators, collectives
// of a part of the world, nonblocking ones, windows, files.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "libsmpi/trace/action.h"
#include "libsmpi/trace/recorder/level_one.h"

namespace smpi::trace {

// A communicator as the world sees it.
struct CommunicatorView {
  std::uint64_t number = 0;  // in the run: the same on all its ranks; 0 is the world
  // World ranks; of the other side of an intercommunicator. Null: nothing is known of it.
  std::shared_ptr<const std::vector<std::uint32_t>> members;
  bool is_like_world = false;  // the same members in the same order

  std::size_t size() const { return members == nullptr ? 0 : members->size(); }
};

class Lowering final : public Sink {
 public:
  // `view` tells of the communicator that a rank knows by a number.
  using View = std::function<CommunicatorView(std::uint32_t rank, Word communicator)>;
  Lowering(Sink& next, std::uint32_t rank_count, View view);

  void add(std::uint32_t rank, const Action& action) override;

  // How often each call was left out, by name.
  const std::map<std::string_view, std::uint64_t>& left_out() const { return left_out_; }

 private:
  struct Message {
    bool is_receive = false;
    Word peer = nobody;  // of the world
    Word tag = 0;
    Word count = 0;
    Word type = 0;
  };
  // The values of a call's fields by name.
  using Values = std::unordered_map<std::string_view, std::vector<Word>>;
  struct OfRank {
    std::unordered_map<Word, Message> requests;    // under way
    std::unordered_map<Word, Message> persistent;  // made, perhaps not started
    std::unordered_map<Word, Message> probed;      // by matched probes
    std::vector<Word> type_sizes;                  // of the program's types
    std::map<Word, CommunicatorView> communicators;
    Word failed_tests = 0;  // before the next one
    double flops_between_tests = 0;
  };

  const CommunicatorView& view_of(std::uint32_t rank, Word communicator);
  Values values_of(const Action& action) const;
  Message message_of(std::uint32_t rank, const Values& values, bool is_receive);
  void set_content(std::uint32_t rank, Message& message, Word count, Word type) const;
  Word bytes_of(std::uint32_t rank, Word type) const;

  bool add_message(std::uint32_t rank, Code code, const Values& values);
  bool add_persistent(std::uint32_t rank, Code code, const Values& values);
  bool add_completion(std::uint32_t rank, Code code, const Values& values);
  bool add_collective(std::uint32_t rank, const Action& action, Values values);
  void fill_in_place(std::uint32_t rank, Values& values) const;
  void add_tests(std::uint32_t rank, Word request);

  void emit(std::uint32_t rank, const Message& message, bool blocks);
  void emit_wait(std::uint32_t rank, const Message& message, Code code);
  void complete(std::uint32_t rank, Word request);

  Sink& next_;
  std::uint32_t rank_count_;
  View view_;
  LevelOne collectives_;
  std::vector<OfRank> ranks_;
  std::map<std::string_view, std::uint64_t> left_out_;
};

}  // namespace smpi::trace
