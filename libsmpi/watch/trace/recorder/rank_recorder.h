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

#include <array>
#include <cstdint>
#include <deque>
#include <list>
#include <string_view>
#include <utility>
#include <vector>

#include "libsmpi/watch/trace/action.h"
#include "libsmpi/watch/trace/recorder/key_map.h"
#include "libsmpi/watch/trace/recorder/recorder.h"

namespace smpi::trace {

// Numbers of objects by handle.
class ObjectNumbers {
 public:
  Word add(std::intptr_t key) {
    last_ = -1;
    return numbers_[key] = next_++;
  }
  // One that nobody recorded the making of counts from here on; is it such a one?
  std::pair<Word, bool> number_of(std::intptr_t key) {
    if (key == last_key_ && last_ >= 0) return {last_, false};
    return find_number_of(key);
  }
  void forget(std::intptr_t key) {
    last_ = -1;
    numbers_.erase(key);
  }
  void start_at(Word number) { next_ = number; }

 private:
  std::pair<Word, bool> find_number_of(std::intptr_t key);

  KeyMap<std::intptr_t, Word> numbers_;
  Word next_ = 0;
  std::intptr_t last_key_ = 0;
  Word last_ = -1;  // number of this key; -1: not known
};

// Several may have the same handle: the oldest is taken first.
class RequestNumbers {
 public:
  Word add(std::intptr_t key);
  Word newest() const { return next_ - 1; }
  Word oldest(std::intptr_t key) const;  // 0: none
  Word take(std::intptr_t key);
  std::intptr_t key_of(Word number) const;  // 0: there is none; looks at all
  void give_back(std::intptr_t key, Word number);

 private:
  struct Numbers {
    Word first = 0;           // 0: none
    std::uint32_t later = 0;  // place in later_ + 1; 0: none, as nearly always
  };
  std::deque<Word>& later_of(Numbers& numbers);

  KeyMap<std::intptr_t, Numbers> numbers_;
  std::vector<std::deque<Word>> later_;  // in order
  std::vector<std::uint32_t> free_;      // places in later_ that are not used
  Word next_ = 1;
};

// What the recorders of a process share, so that it stays in the cache: the action under way, of
// which there is one at a time, and what is the same for all ranks.
struct RecorderShared : recorder_words {
  // All must outlive the recorders.
  RecorderShared(Sink& to, const recorder_world& from, Texts& of)
      : recorder_words{nullptr, nullptr}, sink(to), world(from), texts(of) {}
  RecorderShared(const RecorderShared&) = delete;
  RecorderShared& operator=(const RecorderShared&) = delete;

  Sink& sink;
  const recorder_world& world;
  Texts& texts;

  // Streaks of failed polls become one note. Else a trace of level 1 is made: then each start of a
  // persistent receive with wildcards is a receive of its own, of what it matches.
  bool merges_polls = true;

  Code code{};
  std::uint16_t strand = 0;
  enum class Poll : std::uint8_t { none, found, failed } poll = Poll::none;
  bool is_probe = false;
  std::uint32_t site = 0;
  Word awaited = 0;         // a request
  std::vector<Word> room;   // for the words; they end at `next`
  std::vector<Word> asked;  // by a poll

  // Types and operations that the library has from the start.
  KeyMap<std::intptr_t, Word> types;
  KeyMap<std::intptr_t, Word> operations;
  std::intptr_t last_type_key = 0;
  Word last_type = -1;  // of this key, if it is one of `types`; -1: not known
};

// It begins with what wrappers written in C need (recorder.h).
class alignas(128) RankRecorder : protected recorder_head {
 public:
  RankRecorder(std::uint32_t rank, RecorderShared& shared);
  RankRecorder(const RankRecorder&) = delete;
  RankRecorder& operator=(const RankRecorder&) = delete;

  void begin(Code code, std::uint16_t strand, std::uint32_t site) {
    shared_.code = code;
    shared_.strand = strand;
    shared_.site = site;
    shared_.next = shared_.room.data();
    shared_.awaited = 0;
    shared_.poll = RecorderShared::Poll::none;
  }
  void add(Word word) {
    if (shared_.next == shared_.recorder_words::end) grow_words();
    *shared_.next++ = word;
  }
  void add_text(std::string_view text) { add(shared_.texts.number_of(text)); }
  void grow_words();
  // The last call was a poll that failed, without computation since.
  bool follows_failed_poll() const { return streak_.failed > 0 && streak_.after.empty(); }
  // A call that is not recorded came since.
  void pause() { is_paused_ = true; }
  // What a poll asked for.
  void ask(std::span<const Word> asked, bool is_probe, bool has_found);
  void wait_for(Word request);
  void end();
  std::span<const Word> words() const { return {shared_.room.data(), shared_.next}; }

  bool is_waiting() const { return !waiting_.empty(); }
  void matched(Word request, Word source, Word tag);

  Word type(std::intptr_t key);
  Word file_type(std::intptr_t key);
  Word operation(std::intptr_t key);
  void predefine_type(std::intptr_t key, Word number, std::int64_t size);
  void predefine_operation(std::intptr_t key, Word number) { shared_.operations[key] = number; }
  void forget_type(std::intptr_t key);
  void forget_operation(std::intptr_t key) { operations_.erase(key); }

  void start();
  void compute(double flops, double processor_s = 0);
  // What the library did for a call (a message, a wait, a sleep), as an action of SimGrid's on a
  // strand that says where it belongs (lowering.h).
  void part_of_call(Code code, std::span<const Word> words, std::uint16_t strand);
  void sleep(double seconds);
  void finish();
  // What still waits goes out as it is: the run is over.
  void flush();

  std::uint32_t site_of(const void* caller) {
    Caller& recent = recent_callers_[reinterpret_cast<std::uintptr_t>(caller) >> 2 & 3];
    if (recent.address != caller) recent = {caller, shared_.world.site_of(caller)};
    return recent.site;
  }
  void tell_communicator(std::intptr_t key, Word number, bool is_made) const {
    if (shared_.world.made_communicator == nullptr) return;
    shared_.world.made_communicator(rank_, key, number, is_made ? 1 : 0);
  }

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
    Word failed = 0;  // 0: there is none
    Code code{};
    bool is_probe = false;
    bool is_apart = false;  // with other calls between them
    std::uint32_t site = 0;
    std::vector<Word> asked;
    std::vector<Word> words;  // of the first
    double flops = 0;
    std::vector<Burst> after;  // computation since the last of them
  };
  struct Caller {
    const void* address = nullptr;
    std::uint32_t site = 0;
  };

  // Is there anything besides the action that ends?
  bool has_more_to_do() const {
    return shared_.poll != RecorderShared::Poll::none || streak_.failed > 0 || slept_s_ > 0 ||
           shared_.awaited != 0 || !held_.empty();
  }
  Word own_type(std::intptr_t key);  // of a type that the program made
  void note_unit(std::intptr_t key, Word number);
  void note_open_receive();
  bool emit_starts();
  bool fits_streak(bool is_paused) const;
  bool end_poll();
  void end_streak(bool is_found);
  void emit_streak(bool is_found);
  void end_sleep();
  void emit(Code code, std::span<const Word> words, std::uint16_t strand = 0,
            std::uint32_t site = 0, Word request = 0);
  void emit_burst(const Burst& burst);
  void release();

  // Each call looks at these: they lie together, in two lines of the cache.
  RecorderShared& shared_;
  std::uint32_t rank_;
  bool is_paused_ = false;
  double slept_s_ = 0;
  std::array<Caller, 4> recent_callers_;  // by address
  std::list<Held> held_;
  Streak streak_;

 public:
  ObjectNumbers objects[recorder_kinds];
  RequestNumbers requests;
  RequestNumbers messages;

 private:
  KeyMap<std::intptr_t, Word> types_;
  KeyMap<std::intptr_t, bool> file_types_;  // whose layout is noted
  KeyMap<std::intptr_t, Word> operations_;
  Word noted_types_ = 0;
  Word noted_operations_ = 0;
  KeyMap<Word, std::vector<Word>> open_receives_;    // persistent ones with wildcards, as Irecv
  KeyMap<Word, std::list<Held>::iterator> waiting_;  // those that wait themselves, by request
};

}  // namespace smpi::trace

struct recorder_of_rank : smpi::trace::RankRecorder {
  using RankRecorder::RankRecorder;
};
