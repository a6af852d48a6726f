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

TEST(Engine, AnAdoptedThreadDrivesTheLoopWhenItBlocks) {
  Engine engine;
  engine.adopt_thread(nullptr, [](RunEnd) { std::abort(); });
  engine.sleep(5);
  EXPECT_DOUBLE_EQ(engine.now_s(), 5);
}

}  // namespace
}  // namespace smpi::kernel
