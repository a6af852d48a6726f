// SPDX-License-Identifier: BSD-3-Clause
//
// The C interface of RankRecorder.
#include "libsmpi/watch/trace/recorder/recorder.h"

#include "libsmpi/watch/trace/recorder/rank_recorder.h"

using smpi::trace::Code;

extern "C" {

void recorder_begin(const recorder_call* call, unsigned code) {
  recorder_of_rank& recorder = *call->recorder;
  recorder.begin(static_cast<Code>(code), call->strand, recorder.site_of(call->caller));
}

void recorder_grow_words(recorder_of_rank* recorder) {
  recorder->grow_words();
}

void recorder_end(recorder_of_rank* recorder) {
  recorder->end();
}

void recorder_ask(recorder_of_rank* recorder, const int64_t* words, int count, int is_probe,
                  int has_found) {
  recorder->ask({words, static_cast<std::size_t>(count)}, is_probe != 0, has_found != 0);
}

void recorder_asked(recorder_of_rank* recorder, int has_found) {
  recorder->ask(recorder->words(), false, has_found != 0);
}

void recorder_wait_for(recorder_of_rank* recorder, int64_t request) {
  recorder->wait_for(request);
}

int recorder_is_waiting(const recorder_of_rank* recorder) {
  return recorder->is_waiting() ? 1 : 0;
}

void recorder_matched(recorder_of_rank* recorder, int64_t request, int64_t source, int64_t tag) {
  recorder->matched(request, source, tag);
}

int64_t recorder_number(recorder_of_rank* recorder, enum recorder_kind kind, intptr_t key) {
  const auto [number, is_new] = recorder->objects[kind].number_of(key);
  if (is_new && kind == recorder_communicators) recorder->tell_communicator(key, number, false);
  return number;
}

int64_t recorder_new(recorder_of_rank* recorder, enum recorder_kind kind, intptr_t key) {
  const smpi::trace::Word number = recorder->objects[kind].add(key);
  if (kind == recorder_communicators) recorder->tell_communicator(key, number, true);
  return number;
}

void recorder_forget(recorder_of_rank* recorder, enum recorder_kind kind, intptr_t key) {
  recorder->objects[kind].forget(key);
}

int64_t recorder_type(recorder_of_rank* recorder, intptr_t key) {
  return recorder->type(key);
}

int64_t recorder_operation(recorder_of_rank* recorder, intptr_t key) {
  return recorder->operation(key);
}

int64_t recorder_file_type(recorder_of_rank* recorder, intptr_t key) {
  return recorder->file_type(key);
}

void recorder_add_text(recorder_of_rank* recorder, const char* text) {
  recorder->add_text(text);
}

void recorder_forget_type(recorder_of_rank* recorder, intptr_t key) {
  recorder->forget_type(key);
}

void recorder_forget_operation(recorder_of_rank* recorder, intptr_t key) {
  recorder->forget_operation(key);
}

void recorder_predefine_type(recorder_of_rank* recorder, intptr_t key, int64_t number,
                             int64_t size) {
  recorder->predefine_type(key, number, size);
}

void recorder_predefine_operation(recorder_of_rank* recorder, intptr_t key, int64_t number) {
  recorder->predefine_operation(key, number);
}

int64_t recorder_new_request(recorder_of_rank* recorder, intptr_t key) {
  return recorder->requests.add(key);
}

int64_t recorder_newest_request(const recorder_of_rank* recorder) {
  return recorder->requests.newest();
}

int64_t recorder_request(const recorder_of_rank* recorder, intptr_t key) {
  return recorder->requests.oldest(key);
}

int64_t recorder_take_request(recorder_of_rank* recorder, intptr_t key) {
  return recorder->requests.take(key);
}

void recorder_give_back_request(recorder_of_rank* recorder, intptr_t key, int64_t number) {
  recorder->requests.give_back(key, number);
}

int64_t recorder_new_message(recorder_of_rank* recorder, intptr_t key) {
  return recorder->messages.add(key);
}

int64_t recorder_take_message(recorder_of_rank* recorder, intptr_t key) {
  return recorder->messages.take(key);
}

void recorder_start(recorder_of_rank* recorder) {
  recorder->start();
}

void recorder_finish(recorder_of_rank* recorder) {
  recorder->finish();
}

}  // extern "C"
