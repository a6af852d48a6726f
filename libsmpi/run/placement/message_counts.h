// SPDX-License-Identifier: BSD-3-Clause
//
// Payload and messages by pair of processes, for smpirun --comm-matrix. Collectives count as the
// messages that they send.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "libsmpi/ranks/runtime/observers.h"

namespace smpi {
class Simulation;
}

namespace smpi::placement {

// Who sent a message: a call of point-to-point communication, a collective or other internal
// exchange of the library, a one-sided operation.
enum class MessageOrigin : std::uint8_t { point_to_point, collective, one_sided };
inline constexpr std::size_t message_origin_count = 3;

class MessageCounts final : public Observer {
 public:
  // Counts from now on; must outlive the run.
  explicit MessageCounts(Simulation& simulation);

  struct Row {
    std::uint32_t source;  // process numbers
    std::uint32_t destination;
    MessageOrigin origin;
    std::uint64_t bytes;
    std::uint64_t messages;
  };
  // All that is above 0, by source, destination and origin.
  std::vector<Row> rows() const;

  void send_message(const p2p::Message& message) override;
  void start_flow(const Transfer& transfer) override;

 private:
  struct Cell {
    std::uint64_t bytes = 0;
    std::uint64_t messages = 0;
  };
  void add(const Rank& source, const Rank& destination, MessageOrigin origin, MPI_Count bytes);

  std::unordered_map<std::uint64_t, std::array<Cell, message_origin_count>> cells_;
};

}  // namespace smpi::placement
