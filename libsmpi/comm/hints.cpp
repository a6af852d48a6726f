// SPDX-License-Identifier: BSD-3-Clause
//
// The object that holds the hints is made with the first of them.
#include "libsmpi/comm/hints.h"

namespace smpi::comm {

void set_hint(Communicator& communicator, std::string_view key, std::string_view value) {
  if (!communicator.info) communicator.info = new Info;
  communicator.info->set(key, value);
}

void set_hints(Communicator& communicator, const Info* given) {
  for (std::size_t i = 0; given != nullptr && i < given->size(); i++) {
    set_hint(communicator, (*given)[i].first, (*given)[i].second);
  }
}

}  // namespace smpi::comm
