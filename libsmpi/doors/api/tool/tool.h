// SPDX-License-Identifier: BSD-3-Clause
//
// What the functions of MPI_T share. They may be called at any time after MPI_T_init_thread, return
// their error codes and call no error handler (MPI 5.0, 15.3.1 and 15.3.10).
#pragma once

#include <algorithm>
#include <cstring>
#include <span>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/watch/tool/state.h"

namespace smpi::api {

// The rank's state, or nullptr when MPI_T is not initialised.
inline tool::State* tool_state() {
  tool::State* state = current_rank().tool.get();
  return state == nullptr || state->init_count == 0 ? nullptr : state;
}

// Stores a result that the caller may not want.
template <class Value>
void put(Value* out, Value value) {
  if (out != nullptr) *out = value;
}

// As much of a text as fits into *length bytes with a final NUL; *length becomes what all of it
// needs (MPI 5.0, 15.3.3).
inline void put_text(const char* text, char* out, int* length) {
  if (length == nullptr) return;
  const std::size_t size = std::strlen(text);
  if (out != nullptr && *length > 0) {
    const std::size_t copied = std::min(size, static_cast<std::size_t>(*length) - 1);
    std::memcpy(out, text, copied);
    out[copied] = '\0';
  }
  *length = static_cast<int>(size) + 1;
}

// The entry of an index that a program gives, or nullptr.
template <class Entry>
const Entry* entry_at(std::span<const Entry> table, int index) {
  const bool valid = index >= 0 && static_cast<std::size_t>(index) < table.size();
  return valid ? &table[static_cast<std::size_t>(index)] : nullptr;
}

template <class Handle, class Object>
Handle tool_handle(const Object& object) {
  return reinterpret_cast<Handle>(static_cast<std::uintptr_t>(object.handle));
}

}  // namespace smpi::api
