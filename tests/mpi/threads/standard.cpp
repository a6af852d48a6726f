// SPDX-License-Identifier: BSD-3-Clause
//
// std::thread, std::mutex, std::condition_variable, std::async, std::call_once and thread_local
// objects in a program that calls MPI from several threads.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <numeric>
#include <shared_mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "../check.h"

namespace {

std::atomic<int> destroyed{0};
struct Local {
  int value = 3;
  ~Local() { destroyed++; }
};
thread_local Local local;

int exchange(int value, int tag) {
  const int peer = world_rank ^ 1;
  int in = -1;
  MUST(MPI_Sendrecv(&value, 1, MPI_INT, peer, tag, &in, 1, MPI_INT, peer, tag, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE));
  return in;
}

// A queue between a thread that receives messages and one that works on them.
void check_queue() {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<int> queue;
  int sum = 0;
  std::thread worker([&] {
    for (;;) {
      std::unique_lock<std::mutex> lock(mutex);
      changed.wait(lock, [&] { return !queue.empty(); });
      const int item = queue.front();
      queue.pop_front();
      if (item < 0) return;
      sum += item;
    }
  });
  for (int i = 0; i < 10; i++) {
    const int item = exchange(i, 1);
    const std::lock_guard<std::mutex> lock(mutex);
    queue.push_back(item);
    changed.notify_one();
  }
  {
    const std::lock_guard<std::mutex> lock(mutex);
    queue.push_back(-1);
    changed.notify_one();
  }
  worker.join();
  CHECK(sum == 45, "%d", sum);
}

void check_futures() {
  auto first = std::async(std::launch::async, [] { return exchange(world_rank, 2); });
  auto second = std::async(std::launch::async, [] { return exchange(10 + world_rank, 3); });
  auto failing = std::async(std::launch::async, []() -> int { throw std::runtime_error("no"); });
  CHECK(second.get() == 10 + (world_rank ^ 1));
  CHECK(first.get() == (world_rank ^ 1));
  bool caught = false;
  try {
    failing.get();
  } catch (const std::runtime_error&) {
    caught = true;
  }
  CHECK(caught);
  std::promise<int> promise;
  std::future<int> future = promise.get_future();
  CHECK(future.wait_for(std::chrono::milliseconds(2)) == std::future_status::timeout);
  std::thread setter([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    promise.set_value(4);
  });
  CHECK(future.get() == 4);
  setter.join();
}

// A function that throws has not been called: the next thread tries.
void check_once_again() {
  std::once_flag flag;
  int tried = 0;
  int caught = 0;
  const auto call = [&] {
    try {
      std::call_once(flag, [&] {
        const int turn = tried++;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (turn == 0) throw std::runtime_error("not yet");
      });
    } catch (const std::runtime_error&) {
      caught++;
    }
  };
  std::thread first(call);
  std::thread second(call);
  first.join();
  second.join();
  CHECK(tried == 2 && caught == 1);
}

void check_once_and_locals() {
  std::once_flag flag;
  std::shared_mutex shared;
  std::timed_mutex timed;
  int count = 0;
  local.value = 8;
  const std::unique_lock<std::timed_mutex> held(timed);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++) {
    threads.emplace_back([&] {
      CHECK(local.value == 3);
      local.value = 100;
      std::call_once(flag, [&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        count++;
      });
      const std::shared_lock<std::shared_mutex> lock(shared);
      CHECK(count == 1);
      CHECK(!timed.try_lock_for(std::chrono::milliseconds(1)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(local.value == 8);
  CHECK(destroyed == 4, "%d", destroyed.load());
}

}  // namespace

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  CHECK(provided == MPI_THREAD_MULTIPLE);
  check_queue();
  check_futures();
  check_once_again();
  check_once_and_locals();
  return end_test();
}
