// SPDX-License-Identifier: BSD-3-Clause
//
// Messages are counted where they start: persistent ones at MPI_Start.
#include "libsmpi/watch/trace/compress/action_sums.h"

namespace smpi::trace {

void ActionSums::start(Word request) {
  const auto known = persistent_.find(request);
  if (known == persistent_.end()) return;
  sums_.sends++;
  sums_.sent_bytes += known->second;
}

std::uint64_t ActionSums::bytes_of(Word count, Word type) {
  if (type != last_type_) {
    last_type_ = type;
    last_size_bytes_ = static_cast<std::uint64_t>(types_.size_bytes(type));
  }
  return static_cast<std::uint64_t>(count) * last_size_bytes_;
}

void ActionSums::add(const Action& action) {
  sums_.actions++;
  const CallFields& fields = fields_[static_cast<std::size_t>(action.code)];
  const std::span<const Word> words = action.words;
  if (fields.sent.exists()) {
    const auto at = [&](std::int8_t place) { return words[static_cast<std::size_t>(place)]; };
    if (at(fields.sent.peer) < 0) return;
    const Word type = fields.sent.type < 0 ? 6 : at(fields.sent.type);
    const std::uint64_t bytes = bytes_of(at(fields.sent.count), type);
    if (fields.is_template) {
      persistent_[at(fields.request)] = bytes;
      return;
    }
    sums_.sends++;
    sums_.sent_bytes += bytes;
    return;
  }
  if (action.code == Code::note_Type) {
    types_.see(action);
    last_type_ = -1;
  }
  if (action.code == Code::call_Start) start(words[0]);
  if (action.code == Code::call_Startall) {
    for (const Word request : words.subspan(1)) start(request);
  }
}

void ActionSums::repeat(const RankSums& before, std::uint64_t times) {
  sums_.actions += (sums_.actions - before.actions) * times;
  sums_.sends += (sums_.sends - before.sends) * times;
  sums_.sent_bytes += (sums_.sent_bytes - before.sent_bytes) * times;
}

}  // namespace smpi::trace
