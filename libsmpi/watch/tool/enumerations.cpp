// SPDX-License-Identifier: BSD-3-Clause
//
// A handle is the place in the list of all enumerations, from 1 on.
#include "libsmpi/watch/tool/enumerations.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::tool {
namespace {

constexpr EnumerationItem booleans[] = {{0, "no"}, {1, "yes"}};
constexpr EnumerationItem phases[] = {{static_cast<int>(Phase::before_init), "before MPI_Init"},
                                      {static_cast<int>(Phase::running), "running"},
                                      {static_cast<int>(Phase::finalized), "finalized"}};

}  // namespace

const Enumeration boolean_enumeration = {"boolean", booleans};
const Enumeration phase_enumeration = {"phase", phases};

namespace {

const std::array<const Enumeration*, 2> all = {&boolean_enumeration, &phase_enumeration};

}  // namespace

MPI_T_enum to_handle(const Enumeration* enumeration) {
  if (enumeration == nullptr) return MPI_T_ENUM_NULL;
  const auto place = std::find(all.begin(), all.end(), enumeration) - all.begin();
  return reinterpret_cast<MPI_T_enum>(static_cast<std::intptr_t>(place + 1));
}

const Enumeration* find_enumeration(MPI_T_enum handle) {
  const auto place = reinterpret_cast<std::uintptr_t>(handle) - 1;
  return place < all.size() ? all[place] : nullptr;
}

}  // namespace smpi::tool
