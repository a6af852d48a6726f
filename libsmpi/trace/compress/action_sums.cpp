// SPDX-License-Identifier: BSD-3-Clause
//
// Messages are counted where they start: persistent ones at MPI_Start.
#include "libsmpi/trace/compress/action_sums.h"

namespace smpi::trace {

void ActionSums::start(Word request) {
  const auto known = persistent_.find(request);
  if (known == persistent_.end()) return;
  sums_.sends++;
  sums_.sent_bytes += known->second;
}

void ActionSums::add(const Action& action) {
  sums_.actions++;
  const CallFields& fields = call_fields(action.code);
  const std::span<const Word> words = action.words;
  if (fields.sent.exists()) {
    const auto at = [&](std::int8_t place) { return words[static_cast<std::size_t>(place)]; };
    if (at(fields.sent.peer) < 0) return;
    const Word type = fields.sent.type < 0 ? 6 : at(fields.sent.type);
    const auto bytes = static_cast<std::uint64_t>(at(fields.sent.count)) *
                       static_cast<std::uint64_t>(types_.size_bytes(type));
    if (fields.is_template) {
      persistent_[at(fields.request)] = bytes;
      return;
    }
    sums_.sends++;
    sums_.sent_bytes += bytes;
    return;
  }
  types_.see(action);
  if (action.code == Code::call_Start) start(words[0]);
  if (action.code == Code::call_Startall) {
    for (const Word request : words.subspan(1)) start(request);
  }
}

}  // namespace smpi::trace
