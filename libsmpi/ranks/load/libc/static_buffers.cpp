// SPDX-License-Identifier: BSD-3-Clause
//
// Functions that remember something between calls or return a buffer of their own: strtok, the
// broken-down times, the hash table of search.h. Each rank has its own.
//
// Left alone because their result does not live across an MPI call in practice, or because libc
// keeps it per thread: strerror, inet_ntoa, the getpw and gethost families, ecvt, and the locale.
#include <search.h>

#include <cerrno>
#include <cstring>
#include <ctime>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"

using smpi::load::LibcState;
using smpi::load::next_function;
using smpi::load::state_in_rank;

SMPI_REPLACES_LIBC char* strtok(char* text, const char* separators) noexcept {
  static auto* const next = next_function<char*(char*, const char*)>("strtok");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(text, separators);
  return strtok_r(text, separators, &state->strtok_next);
}

SMPI_REPLACES_LIBC tm* localtime(const time_t* time) noexcept {
  static auto* const next = next_function<tm*(const time_t*)>("localtime");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(time);
  tzset();
  return localtime_r(time, &state->broken_down_time);
}

SMPI_REPLACES_LIBC tm* gmtime(const time_t* time) noexcept {
  static auto* const next = next_function<tm*(const time_t*)>("gmtime");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(time);
  return gmtime_r(time, &state->broken_down_time);
}

SMPI_REPLACES_LIBC char* asctime(const tm* time) noexcept {
  static auto* const next = next_function<char*(const tm*)>("asctime");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(time);
  return asctime_r(time, state->time_text.data());
}

SMPI_REPLACES_LIBC char* ctime(const time_t* time) noexcept {
  static auto* const next = next_function<char*(const time_t*)>("ctime");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(time);
  return asctime_r(localtime(time), state->time_text.data());
}

SMPI_REPLACES_LIBC int hcreate(size_t count) noexcept {
  static auto* const next = next_function<int(size_t)>("hcreate");
  LibcState* state = state_in_rank();
  return state == nullptr ? next(count) : hcreate_r(count, &state->hash_table);
}

SMPI_REPLACES_LIBC ENTRY* hsearch(ENTRY item, ACTION action) noexcept {
  static auto* const next = next_function<ENTRY*(ENTRY, ACTION)>("hsearch");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(item, action);
  ENTRY* found = nullptr;
  hsearch_r(item, action, &found, &state->hash_table);
  return found;
}

SMPI_REPLACES_LIBC void hdestroy() noexcept {
  static auto* const next = next_function<void()>("hdestroy");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next();
  hdestroy_r(&state->hash_table);
}
