// SPDX-License-Identifier: BSD-3-Clause
//
// See the header. The fields that a match fills in are found by name in the form of the action.
#include "libsmpi/trace/recorder/rank_recorder.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace smpi::trace {
namespace {

// The place of the first field with one of these names; those before it are single words.
std::size_t place_of(Code code, std::initializer_list<std::string_view> names) {
  const auto fields = form_of(code).fields;
  const auto found = std::ranges::find_if(fields, [&](const Field& field) {
    return std::ranges::find(names, std::string_view(field.name)) != names.end();
  });
  return static_cast<std::size_t>(found - fields.begin());
}

}  // namespace

std::pair<Word, bool> ObjectNumbers::number_of(std::intptr_t key) {
  const auto [place, is_new] = numbers_.try_emplace(key, next_);
  if (is_new) next_++;
  return {place->second, is_new};
}

Word RequestNumbers::add(std::intptr_t key) {
  Numbers& numbers = numbers_[key];
  if (numbers.first == 0) {
    numbers.first = next_;
  } else {
    numbers.later.push_back(next_);
  }
  return next_++;
}

Word RequestNumbers::oldest(std::intptr_t key) const {
  const auto found = numbers_.find(key);
  return found == numbers_.end() ? 0 : found->second.first;
}

Word RequestNumbers::take(std::intptr_t key) {
  const auto found = numbers_.find(key);
  if (found == numbers_.end()) return 0;
  Numbers& numbers = found->second;
  const Word number = numbers.first;
  if (numbers.later.empty()) {
    numbers_.erase(found);
  } else {
    numbers.first = numbers.later.front();
    numbers.later.erase(numbers.later.begin());
  }
  return number;
}

void RequestNumbers::give_back(std::intptr_t key, Word number) {
  Numbers& numbers = numbers_[key];
  const Word first = std::exchange(numbers.first, number);
  if (first != 0) numbers.later.insert(numbers.later.begin(), first);
}

RankRecorder::RankRecorder(std::uint32_t rank, Sink& sink, const recorder_world& world,
                           Texts& texts)
    : rank_(rank), sink_(sink), world_(world), texts_(texts) {
  objects[recorder_communicators].start_at(2);  // after the world and self
}

void RankRecorder::begin(Code code, std::uint16_t strand, std::uint32_t site) {
  code_ = code;
  strand_ = strand;
  site_ = site;
  words_.clear();
  awaited_ = 0;
  poll_ = Poll::none;
}

void RankRecorder::ask(std::span<const Word> asked, bool is_probe, bool has_found) {
  poll_ = has_found ? Poll::found : Poll::failed;
  is_probe_ = is_probe;
  asked_.assign(asked.begin(), asked.end());
}

void RankRecorder::wait_for(Word request) {
  awaited_ = request;
}

void RankRecorder::end() {
  end_sleep();
  if (poll_ != Poll::none) {
    if (end_poll()) return;
  } else {
    end_streak(false);
    is_paused_ = false;
  }
  emit(code_, words_, strand_, site_, awaited_);
}

// Does the poll end here, as one of those that failed?
bool RankRecorder::end_poll() {
  const bool is_paused = std::exchange(is_paused_, false);
  // Computation sets polls apart anyway.
  const bool fits = streak_.failed == 1 || !streak_.after.empty() || streak_.is_apart == is_paused;
  const bool is_same = streak_.failed > 0 && streak_.code == code_ && strand_ == 0 &&
                       streak_.asked == asked_ && fits;
  if (is_same) {
    if (streak_.after.empty()) streak_.is_apart = is_paused;
    for (const Burst& burst : streak_.after) streak_.flops += burst.flops;
    streak_.after.clear();
    streak_.failed += poll_ == Poll::failed ? 1 : 0;
  }
  if (poll_ == Poll::found) {
    end_streak(is_same);
    if (is_paused && !is_same) emit(Code::note_pause, {});
    return false;
  }
  if (is_same) return true;
  end_streak(false);
  if (is_paused) emit(Code::note_pause, {});
  streak_.code = code_;
  streak_.is_probe = is_probe_;
  streak_.site = site_;
  streak_.asked = asked_;
  streak_.words = words_;
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
    sink_.add(rank_, {.code = code, .strand = strand, .site = site, .words = words});
    return;
  }
  if (request != 0) waiting_count_++;
  held_.push_back({code, strand, site, request, {words.begin(), words.end()}});
}

void RankRecorder::emit_burst(const Burst& burst) {
  const Word words[] = {to_word(burst.flops), to_word(burst.processor_s)};
  emit(Code::ti_compute, words);
}

void RankRecorder::matched(Word request, Word source, Word tag) {
  const auto held = std::ranges::find(held_, request, &Held::request);
  if (request == 0 || held == held_.end()) return;
  held->request = 0;
  waiting_count_--;
  held->words[place_of(held->code, {"source"})] = source;
  held->words[place_of(held->code, {"tag", "recvtag"})] = tag;
  release();
}

void RankRecorder::release() {
  while (!held_.empty() && held_.front().request == 0) {
    const Held& first = held_.front();
    sink_.add(
        rank_,
        {.code = first.code, .strand = first.strand, .site = first.site, .words = first.words});
    held_.pop_front();
  }
}

void RankRecorder::flush() {
  end_sleep();
  end_streak(false);
  for (Held& held : held_) held.request = 0;
  waiting_count_ = 0;
  release();
}

Word RankRecorder::type(std::intptr_t key) {
  const auto [place, is_new] = types_.try_emplace(key, first_derived_type + noted_types_);
  if (is_new) {
    std::int64_t size = 0;
    std::int64_t extent = 0;
    world_.measure_type(key, &size, &extent);
    const Word words[] = {noted_types_++, size, extent};
    emit(Code::note_Type, words);
  }
  return place->second;
}

Word RankRecorder::file_type(std::intptr_t key) {
  const Word number = type(key);
  const bool is_new = number >= first_derived_type && file_types_.insert(key).second;
  if (!is_new || world_.list_runs == nullptr) return number;
  struct Runs {
    std::vector<Word> offsets;
    std::vector<Word> sizes;
  } runs;
  world_.list_runs(
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
  const auto [place, is_new] =
      operations_.try_emplace(key, first_user_operation + noted_operations_);
  if (is_new) {
    const Word words[] = {noted_operations_++, world_.commutes(key)};
    emit(Code::note_Op, words);
  }
  return place->second;
}

void RankRecorder::predefine_type(std::intptr_t key, Word number, std::int64_t size) {
  std::int64_t its_size = 0;
  std::int64_t extent = 0;
  world_.measure_type(key, &its_size, &extent);
  if (its_size == size) types_[key] = number;
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

void RankRecorder::sleep(double seconds) {
  slept_s_ += seconds;
}

void RankRecorder::finish() {
  end_sleep();
  end_streak(false);
  emit(Code::ti_finalize, {});
}

}  // namespace smpi::trace
