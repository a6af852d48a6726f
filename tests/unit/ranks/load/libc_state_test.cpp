// SPDX-License-Identifier: BSD-3-Clause
//
// The replaced functions of libc in a rank: clocks tell simulated time, random numbers are those of
// libc but drawn per rank, the environment and the buffers are the rank's own.
#include <gtest/gtest.h>
#include <search.h>
#include <signal.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include "libsmpi/ranks/load/real_clock.h"
#include "tests/unit/ranks/load/fake_rank.h"

namespace smpi::load {
namespace {

constexpr std::int64_t start_of_2025_s = 1735689600;

TEST(Clock, AllClocksTellSimulatedTime) {
  FakeRank rank;
  rank.now_s = 12.25;
  EXPECT_EQ(time(nullptr), start_of_2025_s + 12);
  timespec wall{};
  clock_gettime(CLOCK_REALTIME, &wall);
  EXPECT_EQ(wall.tv_sec, start_of_2025_s + 12);
  EXPECT_EQ(wall.tv_nsec, 250000000);
  timeval day{};
  gettimeofday(&day, nullptr);
  EXPECT_EQ(day.tv_sec, start_of_2025_s + 12);
  EXPECT_EQ(day.tv_usec, 250000);
  timespec monotonic{};
  clock_gettime(CLOCK_MONOTONIC, &monotonic);
  EXPECT_EQ(monotonic.tv_sec, 1012);
  EXPECT_EQ(clock(), static_cast<clock_t>(12.25 * CLOCKS_PER_SEC));
  tms used{};
  times(&used);
  EXPECT_EQ(used.tms_utime,
            static_cast<clock_t>(12.25 * static_cast<double>(sysconf(_SC_CLK_TCK))));
  const auto chrono_now = std::chrono::system_clock::now().time_since_epoch();
  EXPECT_EQ(std::chrono::duration_cast<std::chrono::milliseconds>(chrono_now).count(),
            (start_of_2025_s + 12) * 1000 + 250);
}

// A double near the date would only resolve a quarter of a microsecond.
TEST(Clock, ResolvesNanoseconds) {
  FakeRank rank;
  timespec before{};
  timespec after{};
  clock_gettime(CLOCK_REALTIME, &before);
  rank.now_s = 3e-9;
  clock_gettime(CLOCK_REALTIME, &after);
  EXPECT_EQ(after.tv_nsec - before.tv_nsec, 3);
}

TEST(Clock, SleepsLastSimulatedTime) {
  FakeRank rank;
  const double real_start_s = real_clock_s();
  sleep(1000);
  EXPECT_DOUBLE_EQ(rank.now_s, 1000);
  usleep(500000);
  EXPECT_DOUBLE_EQ(rank.now_s, 1000.5);
  const timespec duration{.tv_sec = 1, .tv_nsec = 250000000};
  EXPECT_EQ(nanosleep(&duration, nullptr), 0);
  EXPECT_DOUBLE_EQ(rank.now_s, 1001.75);
  timeval timeout{.tv_sec = 0, .tv_usec = 250000};
  EXPECT_EQ(select(0, nullptr, nullptr, nullptr, &timeout), 0);
  EXPECT_DOUBLE_EQ(rank.now_s, 1002);
  std::this_thread::sleep_for(std::chrono::seconds(3));
  EXPECT_NEAR(rank.now_s, 1005, 1e-9);
  const timespec until{.tv_sec = start_of_2025_s + 2000, .tv_nsec = 0};
  EXPECT_EQ(clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, nullptr), 0);
  EXPECT_NEAR(rank.now_s, 2000, 1e-6);
  EXPECT_LT(real_clock_s() - real_start_s, 900);
}

TEST(Clock, RefusesAnInvalidSleep) {
  FakeRank rank;
  const timespec invalid{.tv_sec = 0, .tv_nsec = 2000000000};
  EXPECT_EQ(nanosleep(&invalid, nullptr), -1);
  EXPECT_EQ(errno, EINVAL);
  EXPECT_EQ(clock_nanosleep(CLOCK_MONOTONIC, 0, &invalid, nullptr), EINVAL);
}

template <class Draw>
std::vector<double> draw(Draw one) {
  std::vector<double> values;
  for (int i = 0; i < 100; i++) values.push_back(static_cast<double>(one()));
  return values;
}

TEST(Random, DrawsTheNumbersOfLibc) {
  srand(42);
  srand48(7);
  const auto rand_expected = draw([] { return rand(); });
  const auto drand_expected = draw([] { return drand48(); });
  const auto lrand_expected = draw([] { return lrand48(); });
  FakeRank rank;
  srand(42);
  srand48(7);
  EXPECT_EQ(draw([] { return rand(); }), rand_expected);
  EXPECT_EQ(draw([] { return drand48(); }), drand_expected);
  EXPECT_EQ(draw([] { return lrand48(); }), lrand_expected);
}

// Without srand the sequence is that of srand(1), in every rank.
TEST(Random, StartsWithSeedOneInEachRank) {
  srand(1);
  const auto expected = draw([] { return rand(); });
  for (int i = 0; i < 2; i++) {
    FakeRank rank;
    EXPECT_EQ(draw([] { return random(); }), expected);
  }
}

TEST(Random, SwitchesTablesAsInitstateSays) {
  FakeRank rank;
  srandom(5);
  const long first = random();
  char table[64];
  char* previous = initstate(9, table, sizeof table);
  random();
  setstate(previous);
  const long second = random();
  srandom(5);
  EXPECT_EQ(random(), first);
  EXPECT_EQ(random(), second);
}

TEST(Environment, ChangesStayInTheRank) {
  setenv("SMPI_TEST_OUTSIDE", "outside", 1);
  {
    FakeRank rank;
    EXPECT_STREQ(getenv("SMPI_TEST_OUTSIDE"), "outside");
    EXPECT_EQ(setenv("SMPI_TEST_OUTSIDE", "inside", 0), 0);
    EXPECT_STREQ(getenv("SMPI_TEST_OUTSIDE"), "outside");
    EXPECT_EQ(setenv("SMPI_TEST_OUTSIDE", "inside", 1), 0);
    EXPECT_STREQ(getenv("SMPI_TEST_OUTSIDE"), "inside");
    char text[] = "SMPI_TEST_PUT=first";
    EXPECT_EQ(putenv(text), 0);
    std::strcpy(text, "SMPI_TEST_PUT=again");  // putenv keeps the string itself
    EXPECT_STREQ(getenv("SMPI_TEST_PUT"), "again");
    EXPECT_EQ(unsetenv("SMPI_TEST_PUT"), 0);
    EXPECT_EQ(getenv("SMPI_TEST_PUT"), nullptr);
    EXPECT_EQ(setenv("BAD=NAME", "x", 1), -1);
    EXPECT_EQ(errno, EINVAL);
    bool seen = false;
    for (char** entry = *rank.state.variables.environ; *entry != nullptr; entry++) {
      seen = seen || std::strcmp(*entry, "SMPI_TEST_OUTSIDE=inside") == 0;
    }
    EXPECT_TRUE(seen);
    clearenv();
    EXPECT_EQ(getenv("PATH"), nullptr);
    EXPECT_EQ(setenv("ONLY", "this", 1), 0);
    EXPECT_STREQ(getenv("ONLY"), "this");
  }
  EXPECT_STREQ(getenv("SMPI_TEST_OUTSIDE"), "outside");
  EXPECT_EQ(getenv("ONLY"), nullptr);
}

TEST(StaticBuffers, TwoRanksKeepTheirPlaces) {
  char first[] = "a b c";
  char second[] = "x,y,z";
  LibcState keep;
  FakeRank rank;
  EXPECT_STREQ(strtok(first, " "), "a");
  std::swap(keep.strtok_next, rank.state.strtok_next);
  EXPECT_STREQ(strtok(second, ","), "x");
  std::swap(keep.strtok_next, rank.state.strtok_next);
  EXPECT_STREQ(strtok(nullptr, " "), "b");
  const time_t date = 86400;
  EXPECT_EQ(gmtime(&date), &rank.state.broken_down_time);
  EXPECT_STREQ(asctime(gmtime(&date)), "Fri Jan  2 00:00:00 1970\n");
}

TEST(StaticBuffers, HashTableIsTheRanksOwn) {
  FakeRank rank;
  ASSERT_NE(hcreate(10), 0);
  char key[] = "key";
  ASSERT_NE(hsearch({.key = key, .data = nullptr}, ENTER), nullptr);
  EXPECT_NE(hsearch({.key = key, .data = nullptr}, FIND), nullptr);
  EXPECT_NE(rank.state.hash_table.table, nullptr);
  hdestroy();
}

int caught_signal = 0;

TEST(Signals, HandlersAreTheRanksAndCalledByRaise) {
  struct sigaction before {};
  sigaction(SIGUSR1, nullptr, &before);
  {
    FakeRank rank;
    EXPECT_EQ(signal(SIGUSR1, [](int number) { caught_signal = number; }), SIG_DFL);
    EXPECT_EQ(raise(SIGUSR1), 0);
    EXPECT_EQ(caught_signal, SIGUSR1);
    caught_signal = 0;
    EXPECT_EQ(kill(getpid(), SIGUSR1), 0);
    EXPECT_EQ(caught_signal, SIGUSR1);
    EXPECT_NE(signal(SIGUSR1, SIG_IGN), SIG_DFL);
    caught_signal = 0;
    EXPECT_EQ(raise(SIGUSR1), 0);
    EXPECT_EQ(caught_signal, 0);
    EXPECT_EQ(signal(SIGKILL, SIG_IGN), SIG_ERR);
  }
  struct sigaction after {};
  sigaction(SIGUSR1, nullptr, &after);
  EXPECT_EQ(after.sa_handler, before.sa_handler);
}

TEST(Process, SaysWhatTheSimulationSays) {
  const pid_t real = getpid();
  FakeRank rank;
  EXPECT_EQ(getpid(), real);
  rank.state.process_id = 5000003;
  EXPECT_EQ(getpid(), 5000003);
  char name[64];
  EXPECT_EQ(gethostname(name, sizeof name), 0);
  EXPECT_STREQ(name, "simulated-host");
  EXPECT_EQ(gethostname(name, 4), -1);
  EXPECT_EQ(execl("/bin/true", "true", static_cast<char*>(nullptr)), -1);
  EXPECT_EQ(errno, ENOTSUP);
}

TEST(WorkingDirectory, FollowsTheRunningRank) {
  char start[4096];
  ASSERT_NE(getcwd(start, sizeof start), nullptr);
  char now[4096];
  FakeRank rank;
  ASSERT_EQ(chdir("/"), 0);
  EXPECT_STREQ(getcwd(now, sizeof now), "/");
  LibcState other;
  take_attributes_of(&other);
  EXPECT_STREQ(getcwd(now, sizeof now), start);
  take_attributes_of(&rank.state);
  EXPECT_STREQ(getcwd(now, sizeof now), "/");
  take_attributes_of(nullptr);
  EXPECT_STREQ(getcwd(now, sizeof now), start);
}

}  // namespace
}  // namespace smpi::load
