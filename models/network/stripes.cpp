// SPDX-License-Identifier: BSD-3-Clause
//
// A number is free again when all parts have ended, those of a message that has failed, too.
#include "models/network/stripes.h"

namespace smpi::models {

std::uint32_t Stripes::begin(const Addressee& whole, std::uint32_t part_count) {
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(messages_.size()));
    messages_.emplace_back();
  }
  const std::uint32_t message = free_.back();
  free_.pop_back();
  messages_[message] = {whole, part_count};
  return message;
}

void Stripes::end_part(std::uint32_t message) {
  if (--messages_[message].left == 0) free_.push_back(message);
}

void Stripes::part_done(void* self, std::uint32_t number) {
  auto& stripes = *static_cast<Stripes*>(self);
  const Message message = stripes.messages_[number];
  stripes.end_part(number);
  if (message.left > 1 || message.has_failed) return;
  message.whole.done(message.whole.owner, message.whole.argument);
}

std::optional<Stripes::Addressee> Stripes::part_failed(std::uint32_t number) {
  const bool is_first = !messages_[number].has_failed;
  messages_[number].has_failed = true;
  const Addressee whole = messages_[number].whole;
  end_part(number);
  return is_first ? std::optional(whole) : std::nullopt;
}

}  // namespace smpi::models
