// SPDX-License-Identifier: BSD-3-Clause
//
// Texts by number: each once.
#include "libsmpi/watch/trace/action.h"

namespace smpi::trace {

Word Texts::number_of(std::string_view text) {
  const auto known = numbers_.find(text);
  if (known != numbers_.end()) return known->second;
  const auto number = static_cast<Word>(texts_.size());
  numbers_.emplace(texts_.emplace_back(text), number);
  return number;
}

}  // namespace smpi::trace
