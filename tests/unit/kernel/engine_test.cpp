// SPDX-License-Identifier: BSD-3-Clause
//
// Actors, sleeping, waking, the end of an instant, and what a switch must keep.
#include "kernel/engine.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <string>

namespace smpi::kernel {
namespace {

TEST(Engine, SleepingActorsWakeInTheOrderOfTheirTimes) {
  Engine engine;
  std::string order;
  for (int i = 3; i > 0; i--) {
    engine.spawn(
        [&, i] {
          engine.sleep(i);
          order += static_cast<char>('0' + i);
        },
        nullptr);
  }
  EXPECT_EQ(engine.run(), RunEnd::completed);
  EXPECT_EQ(order, "123");
  EXPECT_DOUBLE_EQ(engine.now_s(), 3);
}

// A lone sleeper needs no event; whatever else is due comes before it all the same.
TEST(Engine, ALoneSleeperMissesNothing) {
  Engine engine;
  struct Seen {
    Engine& engine;
    int sleeps = 0;
    int sleeps_before_event = -1;
    double hook_s = -1;
  } seen{.engine = engine};
  engine.events().schedule(
      0.5005, Priority::timer,
      [](void* argument, std::uint32_t) {
        auto* self = static_cast<Seen*>(argument);
        self->sleeps_before_event = self->sleeps;
      },
      &seen, 0);
  engine.spawn(
      [&] {
        for (; seen.sleeps < 1000; seen.sleeps++) engine.sleep(1e-3);
        engine.at_end_of_instant(
            [](void* argument, std::uint32_t) {
              auto* self = static_cast<Seen*>(argument);
              self->hook_s = self->engine.now_s();
            },
            &seen);
        engine.sleep(1);
      },
      nullptr);
  EXPECT_EQ(engine.run(), RunEnd::completed);
  EXPECT_EQ(seen.sleeps_before_event, 500);
  EXPECT_NEAR(seen.hook_s, 1, 1e-12);
  EXPECT_NEAR(engine.now_s(), 2, 1e-12);
}

// Those of one instant wake in the order in which they went to sleep.
TEST(Engine, SleepersThatWakeAtOnceKeepTheirOrder) {
  Engine engine;
  std::string order;
  engine.spawn(
      [&] {
        engine.sleep(1);
        order += 'a';
      },
      nullptr);
  engine.spawn(
      [&] {
        engine.sleep(0.5);
        engine.sleep(0.5);
        order += 'b';
      },
      nullptr);
  EXPECT_EQ(engine.run(), RunEnd::completed);
  EXPECT_EQ(order, "ab");
}

TEST(Engine, AWakeBeforeTheBlockIsNotLost) {
  Engine engine;
  Actor* waiter = nullptr;
  bool done = false;
  waiter = &engine.spawn(
      [&] {
        engine.sleep(2);
        engine.block();
        done = true;
      },
      nullptr);
  engine.spawn(
      [&] {
        engine.sleep(1);
        engine.wake(*waiter);
      },
      nullptr);
  EXPECT_EQ(engine.run(), RunEnd::completed);
  EXPECT_TRUE(done);
  EXPECT_DOUBLE_EQ(engine.now_s(), 2);
}

TEST(Engine, ABlockedActorThatNobodyWakesIsADeadlock) {
  Engine engine;
  engine.spawn([&] { engine.block(); }, nullptr);
  EXPECT_EQ(engine.run(), RunEnd::deadlock);
  EXPECT_EQ(engine.alive_count(), 1U);
}

// A look that comes every second, as of a governor: it fires as long as somebody sleeps.
TEST(Engine, EventsThatWakeNobodyHideNoDeadlock) {
  struct Looks {
    Engine engine;
    int count = 0;
    void schedule() {
      engine.events().schedule(
          engine.now_s() + 1, Priority::timer,
          [](void* self, std::uint32_t) {
            auto& looks = *static_cast<Looks*>(self);
            looks.engine.drop_inert_event();
            looks.count++;
            looks.schedule();
          },
          this, 0);
      engine.add_inert_event();
    }
  } looks;
  looks.schedule();
  looks.engine.spawn(
      [&] {
        looks.engine.sleep(3.5);
        EXPECT_EQ(looks.engine.waking_event_count(), 0U);
        looks.engine.block();
      },
      nullptr);
  EXPECT_EQ(looks.engine.run(), RunEnd::deadlock);
  EXPECT_EQ(looks.count, 3);
  EXPECT_DOUBLE_EQ(looks.engine.now_s(), 3.5);
}

TEST(Engine, TheEndOfAnInstantComesAfterAllItsActorsAndEvents) {
  Engine engine;
  std::string order;
  struct Both {
    Engine* engine;
    std::string* order;
  } both{&engine, &order};
  for (int i = 0; i < 2; i++) {
    engine.spawn(
        [&] {
          engine.sleep(1);
          order += 'a';
          engine.at_end_of_instant(
              [](void* owner, std::uint32_t) { *static_cast<Both*>(owner)->order += 'h'; }, &both);
        },
        nullptr);
  }
  EXPECT_EQ(engine.run(), RunEnd::completed);
  EXPECT_EQ(order, "aahh");
}

TEST(Engine, AnActorMayBlockInsideACatchBlockAndKeepsErrno) {
  Engine engine;
  std::string caught;
  for (const char* name : {"x", "y"}) {
    engine.spawn(
        [&, name] {
          try {
            throw std::string(name);
          } catch (const std::string& mine) {
            errno = name[0];
            engine.sleep(1);
            EXPECT_EQ(errno, name[0]);
            try {
              throw;
            } catch (const std::string& again) {
              caught += again + mine;
            }
          }
        },
        nullptr);
  }
  EXPECT_EQ(engine.run(), RunEnd::completed);
  EXPECT_EQ(caught, "xxyy");
}

// A is woken before B, so its step comes before B goes on; A itself goes on when a step says so.
TEST(Engine, StepsHaveTheTurnOfTheirActor) {
  Engine engine;
  struct Steps {
    std::string& order;
    int count = 0;
  };
  std::string order;
  Steps steps{order};
  Actor* waiting[2] = {};
  waiting[0] = &engine.spawn(
      [&] {
        engine.block_in_steps(
            [](void* argument) {
              auto* self = static_cast<Steps*>(argument);
              self->order += 's';
              return ++self->count == 2;
            },
            &steps);
        order += 'A';
      },
      nullptr);
  waiting[1] = &engine.spawn(
      [&] {
        for (int i = 0; i < 2; i++) {
          engine.block();
          order += 'B';
        }
      },
      nullptr);
  engine.spawn(
      [&] {
        for (int i = 0; i < 2; i++) {
          engine.sleep(1);
          for (Actor* actor : waiting) engine.wake(*actor);
        }
      },
      nullptr);
  EXPECT_EQ(engine.run(), RunEnd::completed);
  EXPECT_EQ(order, "sBsAB");
}

// Two actors in steps sleep 1 s and 2 s three times each; a wake() before its end is a step more.
TEST(Engine, StepsSleepWithTheirActor) {
  Engine engine;
  struct Sleeper {
    Engine& engine;
    double period_s;
    Actor* actor = nullptr;
    int left = 3;
    int steps = 0;
    double next_s = 0;
  };
  const auto step = [](void* argument) {
    auto* self = static_cast<Sleeper*>(argument);
    self->steps++;
    EXPECT_EQ(self->engine.current(), nullptr);
    if (self->engine.now_s() < self->next_s) return false;
    while (self->left-- > 0) {
      self->next_s = self->engine.now_s() + self->period_s;
      if (!self->engine.pass_time(*self->actor, self->period_s)) return false;
    }
    return true;
  };
  Sleeper sleepers[2] = {{engine, 1}, {engine, 2}};
  double ends_s[2] = {};
  for (int i = 0; i < 2; i++) {
    sleepers[i].actor = &engine.spawn(
        [&, i] {
          engine.block_in_steps(step, &sleepers[i]);
          ends_s[i] = engine.now_s();
        },
        nullptr);
  }
  engine.spawn(
      [&] {
        for (Sleeper& sleeper : sleepers) engine.wake(*sleeper.actor);
        engine.sleep(0.5);
        engine.wake(*sleepers[1].actor);
      },
      nullptr);
  EXPECT_EQ(engine.run(), RunEnd::completed);
  EXPECT_DOUBLE_EQ(ends_s[0], 3);
  EXPECT_DOUBLE_EQ(ends_s[1], 6);
}

TEST(Engine, FinishedActorsAreReused) {
  Engine engine;
  int ran = 0;
  engine.spawn(
      [&] {
        for (int i = 0; i < 1000; i++) {
          engine.spawn([&] { ran++; }, nullptr, StackKind::small);
          engine.yield();
        }
      },
      nullptr);
  EXPECT_EQ(engine.run(), RunEnd::completed);
  EXPECT_EQ(ran, 1000);
}

// Two actors sleep 1 s again and again; the pause comes before all that happens at 3 s.
TEST(Engine, PausesBetweenTwoInstantsAndGoesOn) {
  Engine engine;
  std::vector<double> woken_s;
  for (int actor = 0; actor < 2; actor++) {
    engine.spawn(
        [&] {
          for (int i = 0; i < 5; i++) {
            engine.sleep(1);
            woken_s.push_back(engine.now_s());
          }
        },
        nullptr);
  }
  engine.allow_pauses();
  engine.pause_before(3);
  EXPECT_EQ(engine.run(), RunEnd::paused);
  EXPECT_EQ(engine.now_s(), 2);
  EXPECT_EQ(woken_s, (std::vector<double>{1, 1, 2, 2}));
  engine.pause_before(3.5);
  EXPECT_EQ(engine.run(), RunEnd::paused);
  EXPECT_EQ(engine.now_s(), 3);
  EXPECT_EQ(engine.run(), RunEnd::completed);
  EXPECT_EQ(woken_s, (std::vector<double>{1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
}

// An actor that is alone jumps over time without the loop, but not over a pause.
TEST(Engine, ASleepDoesNotPassAPause) {
  Engine engine;
  engine.spawn([&] { engine.sleep(10); }, nullptr);
  engine.allow_pauses();
  engine.pause_before(4);
  EXPECT_EQ(engine.run(), RunEnd::paused);
  EXPECT_EQ(engine.now_s(), 0);
  EXPECT_EQ(engine.run(), RunEnd::completed);
  EXPECT_EQ(engine.now_s(), 10);
}

// Both actors wake at 1 s; the first asks for a pause, and the second runs before it.
TEST(Engine, PausesAtTheEndOfAnInstant) {
  Engine engine;
  int woken = 0;
  for (int actor = 0; actor < 2; actor++) {
    engine.spawn(
        [&] {
          engine.sleep(1);
          if (woken++ == 0) engine.pause_after_instant();
          engine.sleep(1);
        },
        nullptr);
  }
  engine.allow_pauses();
  EXPECT_EQ(engine.run(), RunEnd::paused);
  EXPECT_EQ(engine.now_s(), 1);
  EXPECT_EQ(woken, 2);
  EXPECT_EQ(engine.run(), RunEnd::completed);
  EXPECT_EQ(engine.now_s(), 2);
}

TEST(Engine, ARunThatEndsBeforeItsPauseDoesNotPause) {
  Engine engine;
  engine.spawn([&] { engine.sleep(1); }, nullptr);
  engine.allow_pauses();
  engine.pause_before(5);
  EXPECT_EQ(engine.run(), RunEnd::completed);
  EXPECT_EQ(engine.now_s(), 1);
}

TEST(Engine, AnAdoptedThreadDrivesTheLoopWhenItBlocks) {
  Engine engine;
  engine.adopt_thread(nullptr, [](RunEnd) { std::abort(); });
  engine.sleep(5);
  EXPECT_DOUBLE_EQ(engine.now_s(), 5);
}

}  // namespace
}  // namespace smpi::kernel
