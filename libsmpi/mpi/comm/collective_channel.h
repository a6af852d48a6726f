// SPDX-License-Identifier: BSD-3-Clause
//
// Which messages are part of a collective: what smpi/scale-collectives is about.
#pragma once

#include "libsmpi/mpi/comm/communicator.h"

namespace smpi {

constexpr bool is_of_collective(Channel channel) {
  return channel == Channel::collective || channel == Channel::nonblocking;
}

// As messages and requests have it, with the communicator's context.
constexpr bool is_of_collective(std::uint32_t channel) {
  return is_of_collective(static_cast<Channel>(channel % channel_count));
}

}  // namespace smpi
