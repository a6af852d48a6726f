// SPDX-License-Identifier: BSD-3-Clause
//
// Few pairs an object: a plain vector keeps their order, which MPI_Info_get_nthkey shows.
#include "libsmpi/mpi/info/info.h"

#include <algorithm>

#include "libsmpi/mpi/info/rank_info.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi {

void Info::set(std::string_view key, std::string_view value) {
  for (auto& [known, old] : pairs_) {
    if (known == key) {
      old = value;
      return;
    }
  }
  pairs_.emplace_back(key, value);
}

bool Info::erase(std::string_view key) {
  return std::erase_if(pairs_, [&](const auto& pair) { return pair.first == key; }) > 0;
}

const std::string* Info::find(std::string_view key) const {
  const auto found = std::find_if(pairs_.begin(), pairs_.end(),
                                  [&](const auto& pair) { return pair.first == key; });
  return found == pairs_.end() ? nullptr : &found->second;
}

Info& make_info(const Info* pairs) {
  Rank& rank = current_rank();
  auto* info = new Info;
  for (std::size_t i = 0; pairs != nullptr && i < pairs->size(); i++) {
    info->set((*pairs)[i].first, (*pairs)[i].second);
  }
  info->retain();
  info->owner = &rank;
  info->made_at = running_strand->call.return_address;
  info->handle = rank.simulation.handles.infos.add(info);
  return *info;
}

Info* find_info(MPI_Info handle) {
  Rank& rank = current_rank();
  if (handle == MPI_INFO_ENV) {
    if (!rank.info.environment) rank.info.environment = new Info;
    return rank.info.environment.get();
  }
  Info* found = rank.simulation.handles.infos.find(reinterpret_cast<std::uintptr_t>(handle));
  return found == nullptr || found->owner != &rank ? nullptr : found;
}

MPI_Info to_handle(const Info& info) {
  return reinterpret_cast<MPI_Info>(static_cast<std::uintptr_t>(info.handle));
}

void free_info(Info& info) {
  info.owner->simulation.handles.infos.remove(info.handle);
  info.release();
}

}  // namespace smpi
