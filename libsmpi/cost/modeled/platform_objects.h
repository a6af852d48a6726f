// SPDX-License-Identifier: BSD-3-Clause
//
// What programs that were written for SimGrid hold in their hands as sg_host_t and sg_link_t
// (include/smpi/hosts.h): an object for each host and link, made when a program first asks for one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/platform/platform.h"

namespace smpi::modeled {

struct PlatformObject {
  std::uint32_t id;  // of the host or link
  std::string name;  // names of the platform are not text of C
  void* data = nullptr;
};

class PlatformObjects {
 public:
  explicit PlatformObjects(const models::Platform& platform)
      : hosts_(make(platform.hosts.name)), links_(make(platform.links.name)) {}

  PlatformObject& host(models::HostId host) { return hosts_[host]; }
  PlatformObject& link(models::LinkId link) { return links_[link]; }
  // nullptr: the address is not that of a host, or of a link.
  const PlatformObject* find_host(const void* address) const { return find(hosts_, address); }
  const PlatformObject* find_link(const void* address) const { return find(links_, address); }

 private:
  static std::vector<PlatformObject> make(const models::NameTable& names) {
    std::vector<PlatformObject> objects;
    objects.reserve(names.size());
    for (std::uint32_t id = 0; id < names.size(); id++) {
      objects.push_back({id, std::string(names[id])});
    }
    return objects;
  }
  static const PlatformObject* find(const std::vector<PlatformObject>& objects,
                                    const void* address) {
    const auto* const object = static_cast<const PlatformObject*>(address);
    const auto offset = reinterpret_cast<std::uintptr_t>(address) -
                        reinterpret_cast<std::uintptr_t>(objects.data());
    const bool is_one =
        offset % sizeof(PlatformObject) == 0 && offset / sizeof(PlatformObject) < objects.size();
    return is_one ? object : nullptr;
  }

  std::vector<PlatformObject> hosts_;  // by id
  std::vector<PlatformObject> links_;
};

}  // namespace smpi::modeled
