// SPDX-License-Identifier: BSD-3-Clause
//
// One rank of a replay: it makes the calls of its trace, one after the other.
//
// The calls are those that a program would make (PMPI_Send, ...), so what they cost, when messages
// match and which algorithms run is the same code as in a run of the program. Computation is what
// the trace says.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "libsmpi/run/replay/call_arguments.h"
#include "libsmpi/run/replay/request_store.h"
#include "libsmpi/watch/trace/trace.h"

namespace smpi {
struct Rank;
}

namespace smpi::replay {

class Player {
 public:
  Player(Rank& rank, Shared& shared, std::unique_ptr<trace::Cursor> cursor, bool computes);

  // In the context of the rank, to the end of its trace. Returns its exit status.
  int run();

  // May be asked by another thread.
  std::uint64_t action_count() const { return action_count_.load(std::memory_order_relaxed); }

 private:
  using Action = trace::Action;
  using Word = trace::Word;

  void play(const Action& action);
  bool play_simgrid(const Action& action);
  void play_simgrid_message(const Action& action);
  void play_simgrid_completion(const Action& action);
  void play_simgrid_collective(const Action& action);
  void play_simgrid_uneven(const Action& action);
  void call(trace::Code code, std::initializer_list<Word> words);
  Word operation_for(Word type);
  void play_note(const Action& action);
  void play_completion(const Action& action);
  void play_poll(const Action& action);
  void play_probe(const Action& action);
  bool look_at(trace::Code code, const MPI_Request* requests);
  void wait_for_others(MPI_Request* requests, int count) const;
  bool test(trace::Code code, std::span<const Word> all, std::span<const Word> done);
  void compute(double flops);
  Word probed_count(Word source, Word tag, Word type);
  void wait_under(const RequestKey& key);
  void test_under(const RequestKey& key);
  void wait_for_first();
  void wait_for_all();
  static void poll_in_vain(bool is_probe);
  void end_of_failed_poll(double gap_flops, bool is_apart);
  template <class Poll>
  void poll_until(bool is_awaited, Poll poll);
  void start();
  void finish();
  [[noreturn]] void end_with(const std::string& what);
  [[noreturn]] void end_with_error(const Action& action);

  Rank& rank_;
  Shared& shared_;
  std::unique_ptr<trace::Cursor> cursor_;
  bool computes_;
  CallArguments in_;
  RequestStore store_;
  std::vector<Word> numbers_;
  std::vector<Word> lowered_;  // the words of a call that an action of SimGrid stands for
  std::vector<int> indices_;
  double poll_gap_flops_ = 0;     // between the polls of the streak that comes next
  bool has_polls_apart_ = false;  // other calls came between them
  bool has_own_operation_ = false;
  bool is_started_ = false;
  bool is_finished_ = false;
  std::atomic<std::uint64_t> action_count_ = 0;
};

}  // namespace smpi::replay
