// SPDX-License-Identifier: BSD-3-Clause
//
// Names in the text of traces: keywords, operations, and actions that SimGrid records but nobody
// can replay.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "libsmpi/watch/trace/action.h"

namespace smpi::trace {

std::optional<Code> find_code(std::string_view keyword);
// "sum"; "u3" for an operation of the program.
std::string operation_name(Word operation);
std::optional<Word> find_operation(std::string_view name);
// Size of a predefined type in SimGrid's count (docs/traces.md); no such type: nothing.
std::optional<std::int64_t> size_of_type_bytes(Word type);

// Why an action that SimGrid records is not read; empty: it is just unknown.
std::string reason_of_refusal(std::string_view keyword);
// The keyword of a table that is nearest, as a hint.
std::string hint_for_keyword(std::string_view keyword);

}  // namespace smpi::trace
