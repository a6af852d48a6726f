// SPDX-License-Identifier: BSD-3-Clause
//
// MPI_Comm_split: every member says a colour and a key; after the agreement the first one to look
// sorts all of them once, O(p log p) for the whole communicator instead of by each member.
#include <algorithm>
#include <tuple>
#include <vector>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/creation/agreement.h"
#include "libsmpi/mpi/creation/creation.h"
#include "libsmpi/mpi/creation/meeting.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::comm {
namespace {

constexpr MPI_Count block_bytes = 8;  // colour and key

struct Wish {
  int colour = MPI_UNDEFINED;
  int key = 0;
};

// What one side of the communicator wishes, by rank. An intracommunicator has one side.
struct Side {
  std::vector<Wish> wishes;
  std::vector<int> order;  // ranks with a colour, by colour, key and rank
};

struct Splitting : Meeting {
  Side sides[2];
  bool done = false;
  // The new communicators in the order of their colours.
  std::vector<std::pair<int, Ref<CommunicatorShared>>> made;
};

void sort(Side& side) {
  for (std::size_t rank = 0; rank < side.wishes.size(); rank++) {
    if (side.wishes[rank].colour != MPI_UNDEFINED) side.order.push_back(static_cast<int>(rank));
  }
  std::sort(side.order.begin(), side.order.end(), [&side](int left, int right) {
    const Wish& a = side.wishes[static_cast<std::size_t>(left)];
    const Wish& b = side.wishes[static_cast<std::size_t>(right)];
    return std::tie(a.colour, a.key, left) < std::tie(b.colour, b.key, right);
  });
}

// Takes the members of `colour` from the front of side.order, starting at `next`.
Ref<Group> take_colour(const Side& side, int colour, const Group& from, std::size_t& next) {
  std::vector<ProcessId> members;
  for (; next < side.order.size(); next++) {
    const int rank = side.order[next];
    if (side.wishes[static_cast<std::size_t>(rank)].colour != colour) break;
    members.push_back(from[rank]);
  }
  return new Group(std::move(members));
}

int colour_at(const Side& side, std::size_t next) {
  return side.wishes[static_cast<std::size_t>(side.order[next])].colour;
}

void split_intra(Splitting& splitting, Simulation& simulation, const CommunicatorShared& parent) {
  const Side& side = splitting.sides[0];
  for (std::size_t next = 0; next < side.order.size();) {
    const int colour = colour_at(side, next);
    splitting.made.emplace_back(
        colour, make_intra(simulation, take_colour(side, colour, *parent.groups[0], next)));
  }
}

// A colour that one side only has gives no communicator.
void split_inter(Splitting& splitting, Simulation& simulation, const CommunicatorShared& parent) {
  const Side* sides = splitting.sides;
  std::size_t next[2] = {0, 0};
  while (next[0] < sides[0].order.size() && next[1] < sides[1].order.size()) {
    const int colour = std::min(colour_at(sides[0], next[0]), colour_at(sides[1], next[1]));
    Ref<Group> groups[2];
    for (int i = 0; i < 2; i++) {
      groups[i] = take_colour(sides[i], colour, *parent.groups[i], next[i]);
    }
    if (groups[0]->size() == 0 || groups[1]->size() == 0) continue;
    splitting.made.emplace_back(colour, make_inter(simulation, groups[0], groups[1]));
  }
}

void resolve(Splitting& splitting, Simulation& simulation, const CommunicatorShared& parent) {
  if (splitting.done) return;
  splitting.done = true;
  for (Side& side : splitting.sides) sort(side);
  if (parent.is_inter) {
    split_inter(splitting, simulation, parent);
  } else {
    split_intra(splitting, simulation, parent);
  }
}

}  // namespace

Communicator* split(Communicator& parent, int colour, int key) {
  Simulation& simulation = parent.simulation();
  const auto number = parent.next_creation();
  const auto member_count =
      static_cast<std::size_t>(parent.size() + (parent.is_inter() ? parent.remote_size() : 0));
  const Attendance<Splitting> meeting(simulation, {parent.shared().context, number}, member_count);
  Side& side = meeting->sides[parent.side()];
  side.wishes.resize(static_cast<std::size_t>(parent.size()));
  side.wishes[static_cast<std::size_t>(parent.rank())] = {colour, key};
  agree(parent, block_bytes, static_cast<int>(number));
  if (p2p::has_failure()) return nullptr;
  resolve(*meeting, simulation, parent.shared());
  const auto found =
      std::lower_bound(meeting->made.begin(), meeting->made.end(), colour,
                       [](const auto& made, int wanted) { return made.first < wanted; });
  if (colour == MPI_UNDEFINED || found == meeting->made.end() || found->first != colour) {
    return nullptr;
  }
  return &adopt(parent, found->second);
}

}  // namespace smpi::comm
