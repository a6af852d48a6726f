// SPDX-License-Identifier: BSD-3-Clause
//
// Copies between the program's buffers and ours. Contiguous types are one memcpy.
#include "libsmpi/mpi/p2p/transfer.h"

#include <algorithm>
#include <cstring>

#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/mpi/p2p/buffered_send.h"
#include "libsmpi/mpi/p2p/folded_transfer.h"
#include "libsmpi/mpi/p2p/payload_pool.h"
#include "libsmpi/ranks/memory/folding.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::p2p {

constinit CopyInProgress copy_in_progress{};

namespace {

MPI_Count copied_bytes(const Message& message) {
  return message.content == nullptr ? message.size_bytes : message.content->size_bytes;
}

}  // namespace

void stage(Message& message) {
  if (message.size_bytes == 0) return;
  const Rank& sender = *message.sender;
  if (sender.simulation.folds_memory && sender.memory.in_use() && lacks_content(message)) {
    return stage_content(message);
  }
  const auto size_bytes = static_cast<std::size_t>(message.size_bytes);
  message.copy = message.sender->simulation.payloads.acquire(size_bytes);
  copy_in_progress = {&message, nullptr};
  pack(message.buffer, message.count, *message.type, message.copy);
  copy_in_progress.message = nullptr;
}

void deliver(Message& message, Request& receive) {
  const Datatype& type = *receive.type;
  const MPI_Count capacity_bytes = receive.count * type.size_bytes();
  if (message.size_bytes > capacity_bytes) {
    receive.status.error = MPI_ERR_TRUNCATE;
    receive.status.size_bytes = capacity_bytes;
  }
  const MPI_Count size_bytes = receive.status.size_bytes;
  if (size_bytes == 0) return;
  copy_in_progress = {&message, &receive};
  if (receive.owner->simulation.folds_memory) {
    if (message.sender->memory.in_use() && deliver_same_content(message, receive)) {
      copy_in_progress.message = nullptr;
      return;
    }
    prepare_folded(message, receive);
    copy_in_progress = {&message, &receive};  // it may have staged the message
  }
  if (message.content != nullptr) {
    deliver_content(message, receive, size_bytes);
  } else if (message.copy != nullptr) {
    unpack_range(message.copy, receive.buffer, receive.count, type, {0, size_bytes});
  } else {
    copy({const_cast<void*>(message.buffer), message.count, message.type},
         {receive.buffer, receive.count, &type});
  }
  copy_in_progress.message = nullptr;
  drop_payload(message);
}

void drop_payload(Message& message) {
  if (message.copy == nullptr && message.content == nullptr) return;
  Simulation& simulation = message.sender->simulation;
  if (message.copy != nullptr) {
    simulation.payloads.release(message.copy, static_cast<std::size_t>(copied_bytes(message)));
    message.copy = nullptr;
  }
  if (message.content != nullptr) {
    simulation.contents.release(message.content);
    message.content = nullptr;
  }
}

}  // namespace smpi::p2p
