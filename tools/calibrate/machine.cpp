// SPDX-License-Identifier: BSD-3-Clause
//
// Asking hwloc which cores there are, and pinning to them.
#include "tools/calibrate/machine.h"

#include <fmt/format.h>

#include "kernel/error.h"

namespace smpi::calibrate {
namespace {

// Where the process may run: its binding, which taskset and batch systems set.
hwloc_bitmap_t usable_units(hwloc_topology_t topology) {
  hwloc_bitmap_t units = hwloc_bitmap_alloc();
  if (hwloc_get_cpubind(topology, units, HWLOC_CPUBIND_PROCESS) != 0) {
    hwloc_bitmap_copy(units, hwloc_topology_get_allowed_cpuset(topology));
  }
  return units;
}

}  // namespace

Machine::Machine() {
  hwloc_topology_init(&topology_);
  if (hwloc_topology_load(topology_) != 0) {
    throw kernel::InputError("hwloc cannot read the topology of this machine");
  }
  hwloc_bitmap_t usable = usable_units(topology_);
  // Some virtual machines have processing units and no cores.
  const bool has_cores = hwloc_get_nbobjs_by_type(topology_, HWLOC_OBJ_CORE) > 0;
  const hwloc_obj_type_t type = has_cores ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
  hwloc_obj_t core = nullptr;
  while ((core = hwloc_get_next_obj_by_type(topology_, type, core)) != nullptr) {
    hwloc_bitmap_t unit = hwloc_bitmap_alloc();
    hwloc_bitmap_and(unit, core->cpuset, usable);
    hwloc_bitmap_singlify(unit);
    if (hwloc_bitmap_iszero(unit) != 0) {
      hwloc_bitmap_free(unit);
    } else {
      cores_.push_back(unit);
    }
  }
  hwloc_bitmap_free(usable);
  SIM_ASSERT(!cores_.empty(), "this process runs on no core");
}

Machine::~Machine() {
  for (hwloc_bitmap_t core : cores_) hwloc_bitmap_free(core);
  hwloc_topology_destroy(topology_);
}

bool Machine::bind(std::size_t core) const {
  return hwloc_set_cpubind(topology_, cores_[core], HWLOC_CPUBIND_THREAD) == 0;
}

std::string Machine::description() const {
  const hwloc_obj_t package = hwloc_get_obj_by_type(topology_, HWLOC_OBJ_PACKAGE, 0);
  const char* model =
      package == nullptr ? nullptr : hwloc_obj_get_info_by_name(package, "CPUModel");
  return fmt::format("{}, {} {}", model == nullptr ? "unknown processor" : model, core_count(),
                     core_count() == 1 ? "core" : "cores");
}

}  // namespace smpi::calibrate
