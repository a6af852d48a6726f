// SPDX-License-Identifier: BSD-3-Clause
//
// A message on its way: made when a send is posted, freed when its transfer has ended and a receive
// has got it. It outlives the send's request when the send is detached.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "include/mpi.h"
#include "libsmpi/ranks/runtime/keyed_lists.h"
#include "libsmpi/ranks/runtime/send_buffer.h"
#include "models/platform/ids.h"

namespace smpi {
struct Rank;
struct Request;
class Datatype;
}  // namespace smpi

namespace smpi::p2p {

struct Content;

// Ordered by use: the end of a transfer looks at the first cache line only.
struct alignas(64) Message {
  MatchKey key{0, 0, 0};  // source is the sender's rank in the communicator
  bool detached = false;
  bool flow_started = false;
  bool arrived = false;  // the transfer ended before a receive was posted
  bool queued = false;   // in the receiver's unexpected queue
  Rank* sender = nullptr;
  Request* send = nullptr;     // to complete when the transfer ends (or to cancel, if detached)
  Request* receive = nullptr;  // once matched
  // Where the data is until a receive takes it: a packed copy of ours, or the sender's buffer.
  std::byte* copy = nullptr;
  Content* content = nullptr;         // what of the data the copy has; nullptr: all of it
  SendBuffer* buffered_in = nullptr;  // the attached buffer of a buffered send

  Rank* receiver = nullptr;
  MPI_Count size_bytes = 0;
  const void* buffer = nullptr;
  MPI_Count count = 0;
  Datatype* type = nullptr;
  const void* sent_at = nullptr;  // return address of the call that sent it
  // Where a sender that still waits in its call finds the message, as long as the data is in its
  // buffer only; nullptr: the buffer is the program's again, or the send completes later.
  Message** lent = nullptr;

  // Position in the unexpected queue and its indexes.
  std::uint64_t sequence = 0;
  ListLink<Message> queue;
  std::array<ListLink<Message>, pattern_kinds> indexes;
  std::uint32_t handle = 0;  // of a matched probe
  int error = MPI_SUCCESS;   // what arrives: a link on its way failed, or the data are wrong
  models::AnnouncementId announcement = models::no_announcement;
};

template <std::size_t kind>
inline ListLink<Message>& message_link(Message& message) {
  return message.indexes[kind];
}

}  // namespace smpi::p2p
