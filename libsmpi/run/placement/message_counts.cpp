// SPDX-License-Identifier: BSD-3-Clause
//
// The table, sorted when it is asked for.
#include "libsmpi/run/placement/message_counts.h"

#include <algorithm>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::placement {
namespace {

MessageOrigin origin_of(Channel channel) {
  switch (channel) {
    case Channel::collective:
    case Channel::nonblocking:
    case Channel::internal:
      return MessageOrigin::collective;
    default:
      return MessageOrigin::point_to_point;
  }
}

}  // namespace

MessageCounts::MessageCounts(Simulation& simulation) {
  simulation.add_observer(*this);
}

void MessageCounts::add(const Rank& source, const Rank& destination, MessageOrigin origin,
                        MPI_Count bytes) {
  const std::uint64_t pair = static_cast<std::uint64_t>(source.process) << 32 | destination.process;
  Cell& cell = cells_[pair][static_cast<std::size_t>(origin)];
  cell.bytes += static_cast<std::uint64_t>(bytes);
  cell.messages++;
}

void MessageCounts::send_message(const p2p::Message& message) {
  const auto channel = static_cast<Channel>(message.key.channel % channel_count);
  add(*message.sender, *message.receiver, origin_of(channel), message.size_bytes);
}

void MessageCounts::start_flow(const Transfer& transfer) {
  if (transfer.kind != Transfer::Kind::one_sided) return;
  add(*transfer.sender, *transfer.receiver, MessageOrigin::one_sided, transfer.size_bytes);
}

std::vector<MessageCounts::Row> MessageCounts::rows() const {
  std::vector<std::uint64_t> pairs;
  for (const auto& [pair, cells] : cells_) pairs.push_back(pair);
  std::sort(pairs.begin(), pairs.end());
  std::vector<Row> rows;
  for (const std::uint64_t pair : pairs) {
    const auto& cells = cells_.at(pair);
    for (std::size_t origin = 0; origin < cells.size(); origin++) {
      if (cells[origin].messages == 0) continue;
      rows.push_back({static_cast<std::uint32_t>(pair >> 32), static_cast<std::uint32_t>(pair),
                      static_cast<MessageOrigin>(origin), cells[origin].bytes,
                      cells[origin].messages});
    }
  }
  return rows;
}

}  // namespace smpi::placement
