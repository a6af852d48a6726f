// SPDX-License-Identifier: BSD-3-Clause
//
// Where an action says which messages it sends and receives: for statistics, checks and exports.
// Read off the names in the table of forms, so that new actions need no row here.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "libsmpi/watch/trace/action.h"

namespace smpi::trace {

// Places of words; -1: there is none. Forms with messages have no lists before these fields.
struct MessageFields {
  std::int8_t peer = -1;
  std::int8_t tag = -1;
  std::int8_t count = -1;
  std::int8_t type = -1;
  bool exists() const { return peer >= 0 && count >= 0; }
};

struct CallFields {
  MessageFields sent;
  MessageFields received;
  std::int8_t communicator = -1;
  std::int8_t request = -1;
  bool is_template = false;  // makes a persistent request; nothing is sent yet
};

const CallFields& call_fields(Code code);

// Sizes of the types of one rank, which its actions describe.
class TypeSizes {
 public:
  // Takes note of Code::note_Type.
  void see(const Action& action) {
    if (action.code == Code::note_Type) note(action);
  }
  // 0 for what was never described.
  std::int64_t size_bytes(Word type) const;

 private:
  void note(const Action& action);
  std::unordered_map<Word, std::int64_t> derived_;
};

}  // namespace smpi::trace
