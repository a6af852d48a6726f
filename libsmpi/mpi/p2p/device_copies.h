// SPDX-License-Identifier: BSD-3-Clause
//
// Messages from and to memory of devices with --cfg=accel/mpi:staged: an MPI that knows nothing of
// devices copies the data to the host before they cross the network, and to the device when they
// have arrived. Messages inside collectives are no different.
//
// A send that completes before its transfer does not wait for its copy.
#pragma once

#include "kernel/event_queue.h"
#include "libsmpi/mpi/requests/message.h"

namespace smpi::p2p {

// True: the data of the message lie on a device of its sender, and done(&message) is told when they
// are on the host.
bool copies_to_host(Message& message, kernel::EventHandler done);
// True: its receive wants them on a device, and done(&message) is told when they are there.
bool copies_to_device(Message& message, kernel::EventHandler done);

}  // namespace smpi::p2p
