// SPDX-License-Identifier: BSD-3-Clause
//
// Streams: flows of one route that share its links as one.
//
// A program may have a hundred thousand messages under way between two hosts, each of which started
// at an instant of its own. All flows of a route with one bound have one level, whatever stops
// them, so to the solver they are one flow that weighs as much as all of them: a start or an end
// changes that weight and nothing else, where n flows would be summed and settled one by one. A
// stream has a service of its own, as the clock of a link has (clocks.h): a member joins with the
// tag service + work and ends when the service gets there, so nothing of it changes with the level
// either. Towards clocks and timers the stream is one flow, whose work is what is left to the first
// end of a member.
//
//   members:  [end 5.1, end 5.3, end 7.0, ...]    service 4.9
//   stream:   one flow of the solver, weights x 3, work 0.2 on the clock of the link that stops it
//
// Streams pay where many flows share a route. The first ones on it are flows of their own, and
// what is on links that cannot saturate stays so. Alternatives considered: one entry per route and
// link in the solver for all flows (an indirection for each message of programs that have one or
// two under way per pair).
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/quick_vector.h"
#include "models/network/network.h"
#include "models/network/routes.h"
#include "models/sharing/tag_heap.h"

namespace smpi::models {

using StreamIndex = std::uint32_t;

struct Stream {
  FlowId slot = no_id;  // its number among the flows of the network and of the solver
  RouteId route = no_id;
  double bound_level = 0;
  std::uint32_t first_use = 0;     // its own uses: those of the route, times members
  std::uint32_t member_count = 0;  // those that wait included
  double service = 0;              // received by each member, when it was last looked at
  double due_service = 0;          // at which the slot is due on its clock or timer
  StreamIndex next = no_id;        // another one of the route, with another bound
  bool is_changed = false;         // members came or went since the last solve
  bool is_solved = false;          // the solver knows it
  TagHeap members;
  kernel::QuickVector<FlowId> waiting;  // members whose level is not known yet
};

// The streams of a network: who is in which.
class Streams {
 public:
  // A flow that starts on a route with this many users joins a stream, if it shares a link at all.
  static constexpr std::uint32_t users_min = 16;
  // So many streams of different bounds may be on a route.
  static constexpr int bounds_max = 8;

  explicit Streams(RouteCache& routes) : routes_(routes) {}

  Stream& operator[](StreamIndex index) { return streams_[index]; }
  // The stream that a flow is in, or that a slot stands for. REQUIRES: it is one of these.
  StreamIndex of(FlowId flow) const { return places_[flow].heap; }
  std::size_t count() const { return count_; }

  // The stream of a route whose members have this bound; no_id when there is none and may be none.
  // A new one has no slot.
  StreamIndex find(RouteId route, double bound_level);
  void set_slot(StreamIndex index, FlowId slot);
  // A new member, which waits until its level is known.
  void add_waiting(StreamIndex index, FlowId flow);
  // It has received what all members have by now, and needs so much more.
  void enter(StreamIndex index, const Tag& tag);
  // Of members: do they wait? Else at which service do they end?
  bool is_waiting(FlowId flow) const { return (places_[flow].position & waiting_mark) != 0; }
  double end_of(FlowId flow) const {
    return streams_[places_[flow].heap].members[places_[flow].position].end;
  }
  // A member that leaves before its end.
  void leave(FlowId flow);
  // Takes the members out that have received their service, in order of their serials; valid until
  // the next call.
  const kernel::QuickVector<Tag>& take_due(StreamIndex index, double level, double now_s);
  // Notes that members came or went.
  void note_change(StreamIndex index);
  // Those that have changed since the last call of clear_changed().
  const kernel::QuickVector<StreamIndex>& changed() const { return changed_; }
  void clear_changed() { changed_.clear(); }
  // REQUIRES: it has no members, and the solver does not know it.
  void free(StreamIndex index);

 private:
  // Positions with this bit are those of members that wait.
  static constexpr std::uint32_t waiting_mark = 0x80000000U;

  void make_places(FlowId flow) {
    if (places_.size() <= flow) places_.resize(flow + std::size_t{1});
  }

  RouteCache& routes_;
  std::vector<Stream> streams_;
  std::vector<StreamIndex> free_streams_;
  std::size_t count_ = 0;                    // of those in use: asked for when flows end
  std::vector<StreamIndex> first_of_route_;  // by route
  TagPlaces places_;
  kernel::QuickVector<StreamIndex> changed_;
  kernel::QuickVector<Tag> taken_;
  kernel::QuickVector<std::size_t> visit_;
};

}  // namespace smpi::models
