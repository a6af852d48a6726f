// SPDX-License-Identifier: BSD-3-Clause
//
// The actions of one rank, as they become known, made into a stream in the order of its program.
//
// Three things stand between a call and the stream:
//   - names: handles become small numbers that mean the same in any run of the program;
//   - wildcards: what a receive matched is known when it completes, so its action waits, and all
//     that follow wait behind it;
//   - polls: calls that found nothing, with nothing but computation between, become one note. How
//     often a program polls depends on the machine; that it polls does not.
// Computation is passed on as it comes, sleeps that follow each other are added up.
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "libsmpi/trace/action.h"
#include "libsmpi/trace/recorder/recorder.h"

namespace smpi::trace {

// Numbers of objects by handle.
class ObjectNumbers {
 public:
  void set(std::intptr_t key, Word number) { numbers_[key] = number; }
  Word add(std::intptr_t key) { return numbers_[key] = next_++; }
  // One that nobody recorded the making of counts from here on; is it such a one?
  std::pair<Word, bool> number_of(std::intptr_t key);
  void forget(std::intptr_t key) { numbers_.erase(key); }
  void start_at(Word number) { next_ = number; }

 private:
  std::unordered_map<std::intptr_t, Word> numbers_;
  Word next_ = 0;
};

// Several may have the same handle: the oldest is taken first.
class RequestNumbers {
 public:
  Word add(std::intptr_t key);
  Word newest() const { return next_ - 1; }
  Word oldest(std::intptr_t key) const;  // 0: none
  Word take(std::intptr_t key);
  void give_back(std::intptr_t key, Word number);

 private:
  struct Numbers {
    Word first = 0;           // 0: none
    std::vector<Word> later;  // in order
  };
  std::unordered_map<std::intptr_t, Numbers> numbers_;
  Word next_ = 1;
};

class RankRecorder {
 public:
  RankRecorder(std::uint32_t rank, Sink& sink, const recorder_world& world, Texts& texts);
  RankRecorder(const RankRecorder&) = delete;
  RankRecorder& operator=(const RankRecorder&) = delete;

  void begin(Code code, std::uint16_t strand, std::uint32_t site);
  void add(Word word) { words_.push_back(word); }
  void add_text(std::string_view text) { words_.push_back(texts_.number_of(text)); }
  // The last call was a poll that failed, without computation since.
  bool follows_failed_poll() const { return streak_.failed > 0 && streak_.after.empty(); }
  // A call that is not recorded came since.
  void pause() { is_paused_ = true; }
  // What a poll asked for.
  void ask(std::span<const Word> asked, bool is_probe, bool has_found);
  void wait_for(Word request);
  void end();
  std::span<const Word> words() const { return words_; }

  bool is_waiting() const { return waiting_count_ > 0; }
  void matched(Word request, Word source, Word tag);

  Word type(std::intptr_t key);
  Word file_type(std::intptr_t key);
  Word operation(std::intptr_t key);
  void predefine_type(std::intptr_t key, Word number, std::int64_t size);
  void predefine_operation(std::intptr_t key, Word number) { operations_[key] = number; }
  void forget_type(std::intptr_t key);
  void forget_operation(std::intptr_t key) { operations_.erase(key); }

  void start();
  void compute(double flops, double processor_s = 0);
  void sleep(double seconds);
  void finish();
  // What still waits goes out as it is: the run is over.
  void flush();

  std::uint32_t site_of(const void* caller) const { return world_.site_of(caller); }
  void tell_communicator(std::intptr_t key, Word number) const {
    if (world_.made_communicator != nullptr) world_.made_communicator(rank_, key, number);
  }

  ObjectNumbers objects[recorder_kinds];
  RequestNumbers requests;
  RequestNumbers messages;

 private:
  struct Held {
    Code code;
    std::uint16_t strand;
    std::uint32_t site;
    Word request;  // that it waits for; 0: only for those before it
    std::vector<Word> words;
  };
  struct Burst {
    double flops;
    double processor_s;
  };
  // Polls that found nothing.
  struct Streak {
    Code code{};
    bool is_probe = false;
    std::uint32_t site = 0;
    std::vector<Word> asked;
    std::vector<Word> words;  // of the first
    Word failed = 0;          // 0: there is none
    bool is_apart = false;    // with other calls between them
    double flops = 0;
    std::vector<Burst> after;  // computation since the last of them
  };

  bool end_poll();
  void end_streak(bool is_found);
  void emit_streak(bool is_found);
  void end_sleep();
  void emit(Code code, std::span<const Word> words, std::uint16_t strand = 0,
            std::uint32_t site = 0, Word request = 0);
  void emit_burst(const Burst& burst);
  void release();

  std::uint32_t rank_;
  Sink& sink_;
  const recorder_world& world_;
  Texts& texts_;
  std::unordered_map<std::intptr_t, Word> types_;
  std::unordered_set<std::intptr_t> file_types_;  // whose layout is noted
  std::unordered_map<std::intptr_t, Word> operations_;
  Word noted_types_ = 0;
  Word noted_operations_ = 0;

  // The action under way.
  Code code_{};
  std::uint16_t strand_ = 0;
  std::uint32_t site_ = 0;
  std::vector<Word> words_;
  Word awaited_ = 0;
  enum class Poll : std::uint8_t { none, found, failed } poll_ = Poll::none;
  bool is_probe_ = false;
  bool is_paused_ = false;
  std::vector<Word> asked_;

  double slept_s_ = 0;
  Streak streak_;
  std::deque<Held> held_;
  std::size_t waiting_count_ = 0;
};

}  // namespace smpi::trace

struct recorder_of_rank : smpi::trace::RankRecorder {
  using RankRecorder::RankRecorder;
};
