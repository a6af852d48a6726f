// SPDX-License-Identifier: BSD-3-Clause
//
// Which messages are copied, and how many bytes.
#include "libsmpi/mpi/p2p/device_copies.h"

#include "libsmpi/cost/devices/state.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::p2p {
namespace {

bool is_staged(const Rank& rank, MPI_Count size_bytes) {
  const devices::State* const state = rank.simulation.devices;
  return state != nullptr && state->settings.messages == devices::MessagePath::staged &&
         size_bytes > 0;
}

}  // namespace

bool copies_to_host(Message& message, kernel::EventHandler done) {
  const Rank& sender = *message.sender;
  return is_staged(sender, message.size_bytes) &&
         sender.simulation.devices->copy_message(
             sender, message.buffer, static_cast<double>(message.size_bytes),
             models::CopyWay::to_host, {.done = done, .owner = &message});
}

bool copies_to_device(Message& message, kernel::EventHandler done) {
  const Request& receive = *message.receive;
  const Rank& receiver = *receive.owner;
  const MPI_Count size_bytes = receive.status.size_bytes;
  return is_staged(receiver, size_bytes) &&
         receiver.simulation.devices->copy_message(
             receiver, receive.buffer, static_cast<double>(size_bytes), models::CopyWay::to_device,
             {.done = done, .owner = &message});
}

}  // namespace smpi::p2p
