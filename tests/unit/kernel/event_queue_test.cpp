// SPDX-License-Identifier: BSD-3-Clause
//
// The event queue against a sorted list: order at equal times, reschedule and cancel.
#include "kernel/event_queue.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace smpi::kernel {
namespace {

void record(void* owner, std::uint32_t argument) {
  static_cast<std::vector<std::uint32_t>*>(owner)->push_back(argument);
}

TEST(EventQueue, FiresByTimeThenPriorityThenOrderOfScheduling) {
  EventQueue queue;
  std::vector<std::uint32_t> fired;
  queue.schedule(2, Priority::model, record, &fired, 4);
  queue.schedule(1, Priority::timer, record, &fired, 3);
  queue.schedule(1, Priority::model, record, &fired, 1);
  queue.schedule(1, Priority::model, record, &fired, 2);
  queue.schedule(1, Priority::resource, record, &fired, 0);
  while (!queue.empty()) queue.fire_next();
  EXPECT_EQ(fired, (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
}

// Sleeps of a few durations beside other events: the lane changes no order.
TEST(EventQueue, EventsInTheLaneFireAsIfTheyWereInTheHeap) {
  EventQueue plain;
  EventQueue with_lane;
  std::mt19937 random(3);
  std::vector<std::uint32_t> fired_plain;
  std::vector<std::uint32_t> fired;
  double now_s = 0;
  for (std::uint32_t i = 0; i < 20000; i++) {
    const double durations[] = {1, 1, 1, 1, 2, 30};
    const double time_s = now_s + durations[random() % 6];
    const auto priority = random() % 4 == 0 ? Priority::model : Priority::timer;
    plain.schedule(time_s, priority, record, &fired_plain, i);
    if (random() % 5 == 0) {
      with_lane.schedule(time_s, priority, record, &fired, i);
    } else {
      with_lane.schedule_in_lane(time_s, priority, record, &fired, i);
    }
    while (plain.size() > 200 || (!plain.empty() && random() % 3 == 0)) {
      ASSERT_EQ(plain.next_time_s(), with_lane.next_time_s());
      now_s = plain.next_time_s();
      plain.fire_next();
      with_lane.fire_next();
    }
    ASSERT_EQ(plain.size(), with_lane.size());
  }
  while (!plain.empty()) plain.fire_next();
  while (!with_lane.empty()) with_lane.fire_next();
  EXPECT_EQ(fired, fired_plain);
}

TEST(EventQueue, CancelAndRescheduleAgreeWithASortedList) {
  EventQueue queue;
  std::mt19937 random(7);
  std::vector<std::uint32_t> fired;
  struct Known {
    double time_s;
    EventId id;
    bool alive;
  };
  std::vector<Known> known;
  for (std::uint32_t i = 0; i < 2000; i++) {
    const double time_s = static_cast<double>(random() % 1000000);
    known.push_back({time_s, queue.schedule(time_s, Priority::model, record, &fired, i), true});
    Known& victim = known[random() % known.size()];
    if (!victim.alive) continue;
    if (random() % 3 == 0) {
      queue.cancel(victim.id);
      victim.alive = false;
    } else {
      victim.time_s = static_cast<double>(random() % 1000000) + 0.5;
      queue.reschedule(victim.id, victim.time_s);
    }
  }
  std::size_t alive = 0;
  for (const Known& item : known) alive += item.alive ? 1 : 0;
  double previous_s = 0;
  while (!queue.empty()) {
    EXPECT_GE(queue.next_time_s(), previous_s);
    previous_s = queue.next_time_s();
    queue.fire_next();
    EXPECT_EQ(known[fired.back()].time_s, previous_s);
    EXPECT_TRUE(known[fired.back()].alive);
  }
  EXPECT_EQ(fired.size(), alive);
}

}  // namespace
}  // namespace smpi::kernel
