// SPDX-License-Identifier: BSD-3-Clause
//
// See the header. The fields that a match fills in are found by name in the form of the action.
#include "libsmpi/watch/trace/recorder/rank_recorder.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "kernel/error.h"
#include "libsmpi/watch/trace/recorder/lowering.h"

namespace smpi::trace {
namespace {

// Of computation between polls of one streak, and its mean.
constexpr double gap_ratio_max = 8;

// The place of the first field with one of these names; those before it are single words.
std::size_t place_of(Code code, std::initializer_list<std::string_view> names) {
  const auto fields = form_of(code).fields;
  const auto found = std::ranges::find_if(fields, [&](const Field& field) {
    return std::ranges::find(names, std::string_view(field.name)) != names.end();
  });
  return static_cast<std::size_t>(found - fields.begin());
}

}  // namespace

std::pair<Word, bool> ObjectNumbers::find_number_of(std::intptr_t key) {
  const auto [place, is_new] = numbers_.try_emplace(key, next_);
  if (is_new) next_++;
  last_key_ = key;
  last_ = place->second;
  return {place->second, is_new};
}

std::deque<Word>& RequestNumbers::later_of(Numbers& numbers) {
  if (numbers.later == 0) {
    if (free_.empty()) {
      later_.emplace_back();
      free_.push_back(static_cast<std::uint32_t>(later_.size()));
    }
    numbers.later = free_.back();
    free_.pop_back();
  }
  return later_[numbers.later - 1];
}

Word RequestNumbers::add(std::intptr_t key) {
  const auto [found, is_new] = numbers_.try_emplace(key, Numbers{next_, 0});
  if (!is_new) later_of(found.value()).push_back(next_);
  return next_++;
}

Word RequestNumbers::oldest(std::intptr_t key) const {
  const auto found = numbers_.find(key);
  return found == numbers_.end() ? 0 : found->second.first;
}

Word RequestNumbers::take(std::intptr_t key) {
  const auto found = numbers_.find(key);
  if (found == numbers_.end()) return 0;
  Numbers& numbers = found.value();
  const Word number = numbers.first;
  if (numbers.later == 0) {
    numbers_.erase(found);
    return number;
  }
  std::deque<Word>& later = later_of(numbers);
  numbers.first = later.front();
  later.pop_front();
  if (later.empty()) free_.push_back(std::exchange(numbers.later, 0));
  return number;
}

std::intptr_t RequestNumbers::key_of(Word number) const {
  for (const auto& [key, numbers] : numbers_) {
    if (numbers.first == number) return key;
    if (numbers.later == 0) continue;
    const std::deque<Word>& later = later_[numbers.later - 1];
    if (std::ranges::find(later, number) != later.end()) return key;
  }
  return 0;
}

void RequestNumbers::give_back(std::intptr_t key, Word number) {
  const auto [found, is_new] = numbers_.try_emplace(key, Numbers{number, 0});
  if (!is_new) later_of(found.value()).push_front(std::exchange(found.value().first, number));
}

RankRecorder::RankRecorder(std::uint32_t rank, RecorderShared& shared)
    : recorder_head{&shared}, shared_(shared), rank_(rank) {
  SIM_ASSERT(static_cast<void*>(static_cast<recorder_head*>(this)) == this,
             "wrappers in C find the words of a recorder");
  objects[recorder_communicators].start_at(2);  // after the world and self
}

void RankRecorder::grow_words() {
  std::vector<Word>& room = shared_.room;
  const auto used = static_cast<std::size_t>(shared_.next - room.data());
  room.resize(std::max<std::size_t>(64, 2 * room.size()));
  shared_.next = room.data() + used;
  shared_.recorder_words::end = room.data() + room.size();
}

void RankRecorder::ask(std::span<const Word> asked, bool is_probe, bool has_found) {
  shared_.poll = has_found ? RecorderShared::Poll::found : RecorderShared::Poll::failed;
  shared_.is_probe = is_probe;
  shared_.asked.assign(asked.begin(), asked.end());
}

void RankRecorder::wait_for(Word request) {
  shared_.awaited = request;
}

// The words of Recv_init are those of Irecv.
void RankRecorder::note_open_receive() {
  const std::span<const Word> all = words();
  if (all.back() != 0) open_receives_[all[5]].assign(all.begin(), all.end());
}

// False: none of the requests is a receive with wildcards.
bool RankRecorder::emit_starts() {
  if (open_receives_.empty()) return false;
  const std::vector<Word> started(words().begin() + (shared_.code == Code::call_Start ? 0 : 1),
                                  words().end());
  const auto is_open = [this](Word request) { return open_receives_.contains(request); };
  if (std::ranges::none_of(started, is_open)) return false;
  for (const Word request : started) {
    if (is_open(request)) {
      emit(Code::call_Irecv, open_receives_[request], shared_.strand, shared_.site, request);
    } else {
      emit(Code::call_Start, {&request, 1}, shared_.strand, shared_.site);
    }
  }
  return true;
}

void RankRecorder::end() {
  if (!shared_.merges_polls) {
    if (shared_.code == Code::call_Recv_init) note_open_receive();
    if (shared_.code == Code::call_Start || shared_.code == Code::call_Startall) {
      end_sleep();
      if (emit_starts()) return;
    }
  }
  if (!has_more_to_do()) {
    is_paused_ = false;
    shared_.sink.add(
        rank_,
        {.code = shared_.code, .strand = shared_.strand, .site = shared_.site, .words = words()});
    return;
  }
  end_sleep();
  if (shared_.poll != RecorderShared::Poll::none && shared_.merges_polls) {
    if (end_poll()) return;
  } else {
    end_streak(false);
    is_paused_ = false;
  }
  emit(shared_.code, words(), shared_.strand, shared_.site, shared_.awaited);
}

// The replay computes equally long after each poll of a streak, so a program that computed little
// after one and much after another has two streaks.
bool RankRecorder::fits_streak(bool is_paused) const {
  double flops = 0;
  for (const Burst& burst : streak_.after) flops += burst.flops;
  const double mean_flops = streak_.flops / static_cast<double>(streak_.failed - 1);
  if (flops > gap_ratio_max * mean_flops || mean_flops > gap_ratio_max * flops) return false;
  // Computation sets polls apart anyway.
  return flops > 0 || streak_.is_apart == is_paused;
}

// Does the poll end here, as one of those that failed?
bool RankRecorder::end_poll() {
  const bool is_paused = std::exchange(is_paused_, false);
  const bool fits = streak_.failed == 1 || fits_streak(is_paused);
  const bool is_same = streak_.failed > 0 && streak_.code == shared_.code && shared_.strand == 0 &&
                       streak_.asked == shared_.asked && fits;
  if (is_same) {
    if (streak_.after.empty()) streak_.is_apart = is_paused;
    for (const Burst& burst : streak_.after) streak_.flops += burst.flops;
    streak_.after.clear();
    streak_.failed += shared_.poll == RecorderShared::Poll::failed ? 1 : 0;
  }
  if (shared_.poll == RecorderShared::Poll::found) {
    end_streak(is_same);
    if (is_paused && !is_same) emit(Code::note_pause, {});
    return false;
  }
  if (is_same) return true;
  end_streak(false);
  if (is_paused) emit(Code::note_pause, {});
  streak_.code = shared_.code;
  streak_.is_probe = shared_.is_probe;
  streak_.site = shared_.site;
  streak_.asked = shared_.asked;
  streak_.words.assign(words().begin(), words().end());
  streak_.failed = 1;
  streak_.is_apart = false;
  return true;
}

void RankRecorder::end_streak(bool is_found) {
  if (streak_.failed == 0) return;
  if (streak_.failed == 1 && !is_found) {
    streak_.failed = 0;
    emit(streak_.code, streak_.words, 0, streak_.site);
  } else {
    emit_streak(is_found);
  }
  for (const Burst& burst : streak_.after) emit_burst(burst);
  streak_.after.clear();
}

void RankRecorder::emit_streak(bool is_found) {
  const Word words[] = {streak_.is_probe ? 1 : 0, std::exchange(streak_.failed, 0),
                        to_word(std::exchange(streak_.flops, 0.0)), is_found ? 1 : 0,
                        streak_.is_apart ? 1 : 0};
  emit(Code::note_poll, words);
}

void RankRecorder::end_sleep() {
  if (slept_s_ <= 0) return;
  const Word seconds = to_word(std::exchange(slept_s_, 0.0));
  end_streak(false);
  emit(Code::ti_sleep, {&seconds, 1});
}

void RankRecorder::emit(Code code, std::span<const Word> words, std::uint16_t strand,
                        std::uint32_t site, Word request) {
  if (held_.empty() && request == 0) {
    shared_.sink.add(rank_, {.code = code, .strand = strand, .site = site, .words = words});
    return;
  }
  held_.push_back({code, strand, site, request, {words.begin(), words.end()}});
  if (request != 0) waiting_[request] = std::prev(held_.end());
}

void RankRecorder::emit_burst(const Burst& burst) {
  const Word words[] = {to_word(burst.flops), to_word(burst.processor_s)};
  emit(Code::ti_compute, words);
}

void RankRecorder::matched(Word request, Word source, Word tag) {
  const auto found = waiting_.find(request);
  if (found == waiting_.end()) return;
  const auto held = found->second;
  waiting_.erase(found);
  held->request = 0;
  held->words[place_of(held->code, {"source"})] = source;
  held->words[place_of(held->code, {"tag", "recvtag"})] = tag;
  release();
}

void RankRecorder::release() {
  while (!held_.empty() && held_.front().request == 0) {
    const Held& first = held_.front();
    shared_.sink.add(
        rank_,
        {.code = first.code, .strand = first.strand, .site = first.site, .words = first.words});
    held_.pop_front();
  }
}

void RankRecorder::flush() {
  end_sleep();
  end_streak(false);
  for (Held& held : held_) held.request = 0;
  waiting_.clear();
  release();
}

Word RankRecorder::type(std::intptr_t key) {
  if (key == shared_.last_type_key && shared_.last_type >= 0) return shared_.last_type;
  const auto predefined = shared_.types.find(key);
  if (predefined == shared_.types.end()) return own_type(key);
  shared_.last_type_key = key;
  return shared_.last_type = predefined->second;
}

Word RankRecorder::own_type(std::intptr_t key) {
  const auto [place, is_new] = types_.try_emplace(key, first_derived_type + noted_types_);
  if (is_new) {
    std::int64_t size = 0;
    std::int64_t extent = 0;
    shared_.world.measure_type(key, &size, &extent);
    const Word words[] = {noted_types_++, size, extent};
    emit(Code::note_Type, words);
    note_unit(key, words[0]);
  }
  return place->second;
}

// Algorithms cut data of a derived type at basic elements, and operations look at these.
void RankRecorder::note_unit(std::intptr_t key, Word number) {
  if (shared_.world.unit_of == nullptr) return;
  const auto unit = shared_.types.find(shared_.world.unit_of(key));
  if (unit == shared_.types.end()) return;
  const Word words[] = {number, unit->second};
  emit(Code::note_Unit, words);
}

Word RankRecorder::file_type(std::intptr_t key) {
  const Word number = type(key);
  const bool is_new = number >= first_derived_type && file_types_.try_emplace(key, true).second;
  if (!is_new || shared_.world.list_runs == nullptr) return number;
  struct Runs {
    std::vector<Word> offsets;
    std::vector<Word> sizes;
  } runs;
  shared_.world.list_runs(
      key,
      [](void* self, std::int64_t offset, std::int64_t size) {
        static_cast<Runs*>(self)->offsets.push_back(offset);
        static_cast<Runs*>(self)->sizes.push_back(size);
      },
      &runs);
  std::vector<Word> words = {number - first_derived_type};
  for (const std::vector<Word>* list : {&runs.offsets, &runs.sizes}) {
    words.push_back(static_cast<Word>(list->size()));
    words.insert(words.end(), list->begin(), list->end());
  }
  emit(Code::note_Layout, words);
  return number;
}

void RankRecorder::forget_type(std::intptr_t key) {
  types_.erase(key);
  file_types_.erase(key);
}

Word RankRecorder::operation(std::intptr_t key) {
  const auto predefined = shared_.operations.find(key);
  if (predefined != shared_.operations.end()) return predefined->second;
  const auto [place, is_new] =
      operations_.try_emplace(key, first_user_operation + noted_operations_);
  if (is_new) {
    const Word words[] = {noted_operations_++, shared_.world.commutes(key)};
    emit(Code::note_Op, words);
  }
  return place->second;
}

void RankRecorder::predefine_type(std::intptr_t key, Word number, std::int64_t size) {
  std::int64_t its_size = 0;
  std::int64_t extent = 0;
  shared_.world.measure_type(key, &its_size, &extent);
  if (its_size == size) shared_.types[key] = number;
}

void RankRecorder::start() {
  const Word is_double = 0;
  emit(Code::ti_init, {&is_double, 1});
}

void RankRecorder::compute(double flops, double processor_s) {
  end_sleep();
  const Burst burst{flops, processor_s};
  if (streak_.failed > 0) {
    streak_.after.push_back(burst);
  } else {
    emit_burst(burst);
  }
}

void RankRecorder::part_of_call(Code code, std::span<const Word> words, std::uint16_t strand) {
  // What others do to this rank stands before what it does itself.
  if (strand == message_strand::target) return emit(code, words, strand);
  end_sleep();
  end_streak(false);
  emit(code, words, strand);
}

void RankRecorder::sleep(double seconds) {
  slept_s_ += seconds;
}

void RankRecorder::finish() {
  end_sleep();
  end_streak(false);
  emit(Code::ti_finalize, {});
}

}  // namespace smpi::trace
