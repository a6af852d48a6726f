// SPDX-License-Identifier: BSD-3-Clause
//
// From hosts and links to what programs hold of them, and back.
#pragma once

#include <fmt/format.h>

#include <memory>

#include "include/smpi/hosts.h"
#include "libsmpi/cost/modeled/platform_objects.h"
#include "libsmpi/cost/modeled/state.h"
#include "libsmpi/doors/api/call.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::api {

inline modeled::PlatformObjects& objects_of(const Simulation& simulation) {
  std::unique_ptr<modeled::PlatformObjects>& objects = simulation.modeled->platform_objects;
  if (objects == nullptr) {
    objects = std::make_unique<modeled::PlatformObjects>(simulation.platform);
  }
  return *objects;
}

inline sg_host_t handle_of(const Simulation& simulation, models::HostId host) {
  return reinterpret_cast<sg_host_t>(&objects_of(simulation).host(host));
}

// Both end the run with a report when the program gave something else.
inline const modeled::PlatformObject& host_object(const Rank& rank, const void* host,
                                                  const char* function) {
  const modeled::PlatformObject* const object = objects_of(rank.simulation).find_host(host);
  if (object != nullptr) return *object;
  end_with_error(MPI_ERR_ARG, function, fmt::format("{} is not a host", host));
}

inline const modeled::PlatformObject& link_object(const Rank& rank, const void* link,
                                                  const char* function) {
  const modeled::PlatformObject* const object = objects_of(rank.simulation).find_link(link);
  if (object != nullptr) return *object;
  end_with_error(MPI_ERR_ARG, function, fmt::format("{} is not a link", link));
}

}  // namespace smpi::api
