// SPDX-License-Identifier: BSD-3-Clause
//
// Names of hosts and directed links: positions in the platform's tables. Apart from platform.h, so
// that what only names a host is not compiled anew when the platform changes.
#pragma once

#include <cstdint>

namespace smpi::models {

using HostId = std::uint32_t;
using LinkId = std::uint32_t;
inline constexpr std::uint32_t no_id = 0xffffffffU;

}  // namespace smpi::models
