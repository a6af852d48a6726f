// SPDX-License-Identifier: BSD-3-Clause
//
// Where the hosts of a topology stand, for whoever lays something out on them. A zone whose
// topology has coordinates or groups is a HostLayout, too; the others are not.
#pragma once

#include <cstdint>
#include <vector>

namespace smpi::models {

// Points with coordinates, hosts on each of them. Host h of the zone stands on point h /
// hosts_per_point; the first coordinate of points runs fastest.
struct HostGrid {
  std::vector<std::uint32_t> sizes;  // of the dimensions; empty: no coordinates
  std::uint32_t hosts_per_point = 1;
};

class HostLayout {
 public:
  HostLayout() = default;
  HostLayout(const HostLayout&) = delete;
  HostLayout& operator=(const HostLayout&) = delete;
  virtual ~HostLayout() = default;

  virtual HostGrid host_grid() const { return {}; }
  // Hosts of a group, pod or cabinet, which have consecutive numbers in the zone; 0: no groups.
  virtual std::uint32_t hosts_per_group() const { return 0; }
};

}  // namespace smpi::models
