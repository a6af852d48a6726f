// SPDX-License-Identifier: BSD-3-Clause
//
// The cores of this machine, by hwloc: one processing unit of each, so that two workers never share
// a core, and only those that this process may use.
#pragma once

#include <hwloc.h>

#include <cstddef>
#include <string>
#include <vector>

namespace smpi::calibrate {

class Machine {
 public:
  // Throws InputError when the system does not say which cores there are.
  Machine();
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  std::size_t core_count() const { return cores_.size(); }
  // Keeps the calling thread on a core. False when the system refuses.
  bool bind(std::size_t core) const;
  // Such as "AMD EPYC, 2 cores".
  std::string description() const;

 private:
  hwloc_topology_t topology_ = nullptr;
  std::vector<hwloc_bitmap_t> cores_;
};

}  // namespace smpi::calibrate
