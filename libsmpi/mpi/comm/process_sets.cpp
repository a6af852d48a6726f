// SPDX-License-Identifier: BSD-3-Clause
//
// All sets are parts of the world that the rank was started in.
#include "libsmpi/mpi/comm/process_sets.h"

#include <strings.h>

#include <algorithm>
#include <array>
#include <vector>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi {
namespace {

using Belongs = bool (*)(const Rank& self, const Rank& other);

struct ProcessSet {
  std::string_view name;
  Belongs belongs;
};

constexpr std::array<ProcessSet, 3> sets = {{
    {"mpi://WORLD", [](const Rank&, const Rank&) { return true; }},
    {"mpi://SELF", [](const Rank& self, const Rank& other) { return &self == &other; }},
    {"smpi://HOST", [](const Rank& self, const Rank& other) { return self.host == other.host; }},
}};

constexpr std::array<std::string_view, sets.size()> names = {sets[0].name, sets[1].name,
                                                             sets[2].name};

bool is_same_name(std::string_view left, std::string_view right) {
  return left.size() == right.size() && strncasecmp(left.data(), right.data(), left.size()) == 0;
}

}  // namespace

std::span<const std::string_view> process_set_names() {
  return names;
}

Ref<Group> make_process_set(std::string_view name) {
  const auto* found = std::ranges::find_if(
      sets, [&](const ProcessSet& set) { return is_same_name(set.name, name); });
  if (found == sets.end()) return {};
  const Rank& self = current_rank();
  std::vector<ProcessId> members;
  for (const ProcessId process : self.world->group().members()) {
    if (found->belongs(self, *self.simulation.ranks[process])) members.push_back(process);
  }
  return new Group(std::move(members));
}

}  // namespace smpi
