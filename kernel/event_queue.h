// SPDX-License-Identifier: BSD-3-Clause
//
// The future of the simulation: an indexed 4-ary heap of events.
//
// The order is (time, priority, sequence number), so events at equal times fire in a defined order
// and two runs give the same bytes. Alternatives considered: a calendar queue (bad on the bursts of
// collectives) and std::priority_queue (no reschedule). A 4-ary heap touches two cache lines per
// level and half the levels of a binary one. An event keeps its id when it moves.
//
//   heap_   [ {time, order, id} | {time, order, id} | ... ]   sorted by (time, order)
//   events_ [ {handler, owner, argument, position in heap_} ]  indexed by id; free ones are linked
//   lane_   [ {time, order, handler, owner, argument} | ... ]  a ring, in order
//
// Thousands of ranks that poll sleep equally long, so their ends come in the order in which they
// are made: they wait in a lane beside the heap, which stays small. What fires next is the first of
// both.
//
// Nothing allocates once the arrays have reached the size of the busiest instant.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace smpi::kernel {

using EventId = std::uint32_t;
inline constexpr EventId no_event = 0xffffffffU;

// What an event calls when it fires. `owner` and `argument` are those given to schedule().
using EventHandler = void (*)(void* owner, std::uint32_t argument);

// Who goes first at equal times. Resources move before the actors they wake, so that an actor
// always sees the state of the whole instant.
enum class Priority : std::uint8_t {
  resource = 0,  // availability and bandwidth changes of the platform
  model = 1,     // ends of latency phases, flows and computations
  timer = 2,     // sleeps of actors
};

class EventQueue {
 public:
  // Adds an event. REQUIRES: time_s is finite and not before the last fired event.
  EventId schedule(double time_s, Priority priority, EventHandler handler, void* owner,
                   std::uint32_t argument);
  // The same for an event that nobody moves or removes, cheap when it comes after all of this kind.
  void schedule_in_lane(double time_s, Priority priority, EventHandler handler, void* owner,
                        std::uint32_t argument);
  // Moves a pending event; it gets a new sequence number.
  void reschedule(EventId id, double time_s);
  // Removes a pending event; its id becomes free.
  void cancel(EventId id);

  bool empty() const { return heap_.empty() && lane_count_ == 0; }
  std::size_t size() const { return heap_.size() + lane_count_; }
  double next_time_s() const {  // REQUIRES: not empty
    return is_lane_first() ? lane_[lane_first_].time_s : heap_.front().time_s;
  }

  // Removes the first event and calls its handler. REQUIRES: not empty.
  void fire_next();

 private:
  struct Node {
    double time_s;
    std::uint64_t order;  // priority in the top bits, then the sequence number
    EventId id;
  };
  struct Event {
    EventHandler handler;
    void* owner;
    std::uint32_t argument;
    std::uint32_t position;  // in heap_, or the next free id
  };

  struct LaneEvent {
    double time_s;
    std::uint64_t order;
    EventHandler handler;
    void* owner;
    std::uint32_t argument;
  };

  // Times that are not negative have the order of their bits, so (time, order) is one number, which
  // the processor compares without a branch that it would guess wrong half of the time.
  static bool before(const Node& a, const Node& b) { return key(a) < key(b); }
  template <class Entry>
  static unsigned __int128 key(const Entry& node) {
    return static_cast<unsigned __int128>(std::bit_cast<std::uint64_t>(node.time_s)) << 64 |
           node.order;
  }
  void place(std::size_t position, const Node& node) {
    heap_[position] = node;
    events_[node.id].position = static_cast<std::uint32_t>(position);
  }
  bool is_lane_first() const {
    return lane_count_ > 0 && (heap_.empty() || key(lane_[lane_first_]) < key(heap_.front()));
  }
  LaneEvent& lane_at(std::size_t index) {
    return lane_[(lane_first_ + index) & (lane_.size() - 1)];
  }
  void fire_lane();
  void grow_lane();
  EventId add(double time_s, std::uint64_t order, const Event& event);
  // REQUIRES: `node` is not in heap_.
  void sift_up(std::size_t position, const Node& node);
  void sift_down(std::size_t position, const Node& node);
  void remove_at(std::size_t position);
  void add_free_id();
  void prefetch_grandchildren(std::size_t parent) const;
  std::size_t first_child(std::size_t parent) const;
  std::uint64_t next_order(Priority priority) {
    return (static_cast<std::uint64_t>(priority) << 60) | sequence_++;
  }

  std::vector<Node> heap_;
  std::vector<Event> events_;
  EventId first_free_ = no_event;
  std::uint64_t sequence_ = 0;
  std::vector<LaneEvent> lane_ = std::vector<LaneEvent>(64);  // a power of two
  std::size_t lane_first_ = 0;
  std::size_t lane_count_ = 0;
};

}  // namespace smpi::kernel
