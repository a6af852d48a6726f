// SPDX-License-Identifier: BSD-3-Clause
//
// GOAL files in: what LogGOPSim reads, as text and in the binary form that its txt2bin makes.
//
//   num_ranks 2
//   rank 0 {
//   l1: calc 1000 cpu 0
//   l2: send 10b to 1 tag 7 cpu 0 nic 0
//   l2 requires l1
//   }
//
// `requires`: not before the other has ended; `irequires`: not before it has begun. A computation
// keeps its processor busy; messages need none here. Messages of source and tag -1 take anybody's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tools/packets/workload.h"

namespace smpi::packets {

// One rank. Followers of all nodes lie in one list, those of a node in a row.
struct GoalSchedule {
  enum class Kind : std::uint8_t { send = 1, receive = 2, compute = 3 };  // as in binary files
  struct Node {
    std::uint64_t size = 0;  // bytes, or nanoseconds
    std::uint32_t peer = 0;
    std::uint32_t tag = 0;
    std::uint32_t requirements = 0;
    std::uint32_t first_follower = 0;  // of its end, then of its begin
    std::uint32_t end_followers = 0;
    std::uint32_t begin_followers = 0;
    std::uint16_t cpu = 0;
    Kind kind = Kind::compute;
  };
  std::vector<Node> nodes;
  std::vector<std::uint32_t> followers;
};

// Throws InputError with file and line, or the offset in a binary file.
std::vector<GoalSchedule> read_goal(const std::string& path);
// Does the file begin as GOAL does?
bool is_goal_file(const std::string& path);

// Ranks may be asked on different threads.
std::shared_ptr<Workload> make_goal_workload(const std::string& path);

}  // namespace smpi::packets
