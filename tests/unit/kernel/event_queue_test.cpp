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
