// SPDX-License-Identifier: BSD-3-Clause
//
// A table of the hints and their defaults.
#include "libsmpi/mpi/rma/hints.h"

#include <algorithm>
#include <string_view>

#include "libsmpi/mpi/rma/window.h"

namespace smpi::rma {
namespace {

struct Hint {
  std::string_view key;
  const char* by_default;  // nullptr: not shown unless it was given
};

constexpr Hint known_hints[] = {
    {"no_locks", "false"},
    {"accumulate_ordering", "rar,raw,war,waw"},
    {"accumulate_ops", "same_op_no_op"},
    {"mpi_accumulate_granularity", nullptr},
    {"same_size", "false"},
    {"same_disp_unit", "false"},
    {"alloc_shared_noncontig", "false"},
    {"mpi_memory_alloc_kinds", nullptr},
    {"mpi_assert_memory_alloc_kinds", nullptr},
};

bool is_known(std::string_view key) {
  return std::any_of(std::begin(known_hints), std::end(known_hints),
                     [&](const Hint& hint) { return hint.key == key; });
}

}  // namespace

Ref<Info> default_hints() {
  Ref<Info> hints(new Info);
  for (const Hint& hint : known_hints) {
    if (hint.by_default != nullptr) hints->set(hint.key, hint.by_default);
  }
  return hints;
}

void set_hints(Window& window, const Info* given) {
  for (std::size_t i = 0; given != nullptr && i < given->size(); i++) {
    const auto& [key, value] = (*given)[i];
    if (is_known(key)) window.info->set(key, value);
  }
}

}  // namespace smpi::rma
