// SPDX-License-Identifier: BSD-3-Clause
//
// Names of hosts and directed links: positions in the platform's tables; and of what a network was
// told. Apart from platform.h and network.h, so that what only names these is not compiled anew
// when they change.
#pragma once

#include <cstdint>

namespace smpi::models {

using HostId = std::uint32_t;
using LinkId = std::uint32_t;
inline constexpr std::uint32_t no_id = 0xffffffffU;

// A send of which the network was told before its receive was posted.
using AnnouncementId = std::uint32_t;
inline constexpr AnnouncementId no_announcement = 0xffffffffU;

}  // namespace smpi::models
