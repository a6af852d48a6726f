// SPDX-License-Identifier: BSD-3-Clause
//
// Rounds and the two barriers in each.
#include "models/packet/windows.h"

#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <thread>

namespace smpi::models::packet {
namespace {

// Instead of the next time of parts that an error has ended.
constexpr Picoseconds broken = -1;

// Whoever polls takes the core from those that are waited for, if there are too few.
std::uint32_t polls_of(std::uint32_t thread_count) {
  constexpr std::uint32_t polls_on_idle_cores = 2000;
  double load = 0;
  if (getloadavg(&load, 1) != 1) load = 0;
  const auto cores = static_cast<double>(std::thread::hardware_concurrency());
  return thread_count + load <= cores + 0.5 ? polls_on_idle_cores : 0;
}

double seconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

Windows::Windows(const Division& division, std::vector<Carrier*> parts, std::uint32_t thread_count,
                 Processes* processes)
    : division_(division),
      parts_(std::move(parts)),
      thread_count_(
          std::clamp<std::uint32_t>(thread_count, 1, static_cast<std::uint32_t>(parts_.size()))),
      processes_(processes),
      first_part_(processes == nullptr ? 0 : processes->first_part()),
      next_times_(division.part_count(), never),
      polls_(polls_of(thread_count_)),
      errors_(parts_.size()) {}

// The last to come does what must be done alone, and wakes the others.
template <class Last>
void Windows::meet(double& waiting_s, Last last) {
  if (thread_count_ == 1 && processes_ == nullptr) return last();
  const double begin_s = seconds_of(CLOCK_MONOTONIC);
  const std::uint32_t generation = generation_.load(std::memory_order_acquire);
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == thread_count_) {
    last();
    arrived_.store(0, std::memory_order_relaxed);
    generation_.store(generation + 1, std::memory_order_release);
    generation_.notify_all();
  } else {
    std::uint32_t polls = 0;
    while (generation_.load(std::memory_order_acquire) == generation) {
      if (polls++ < polls_) {
        __builtin_ia32_pause();
      } else {
        generation_.wait(generation, std::memory_order_acquire);
      }
    }
  }
  waiting_s += seconds_of(CLOCK_MONOTONIC) - begin_s;
}

Picoseconds Windows::horizon_of(std::uint32_t part) const {
  Picoseconds horizon = never;
  for (std::uint32_t other = 0; other < division_.part_count(); other++) {
    const Picoseconds distance = division_.distance(other, part);
    const Picoseconds next = next_times_[other];
    if (distance == never || next == never) continue;
    horizon = std::min(horizon, next + distance);
  }
  return horizon;
}

void Windows::run_part(std::uint32_t part) {
  Carrier& carrier = *parts_[part];
  for (std::vector<std::uint64_t>& outbox : carrier.outboxes()) outbox.clear();
  const Picoseconds horizon = horizon_of(first_part_ + part);
  if (next_times_[first_part_ + part] >= horizon) return;
  try {
    carrier.run_until(horizon);
  } catch (...) {  // the others must not wait for this thread
    errors_[part] = std::current_exception();
  }
}

bool Windows::has_failed() const {
  return std::any_of(errors_.begin(), errors_.end(),
                     [](const std::exception_ptr& error) { return error != nullptr; });
}

void Windows::take_records(std::uint32_t part) {
  for (Carrier* from : parts_) {
    const std::span<std::vector<std::uint64_t>> outboxes = from->outboxes();
    if (from == parts_[part] || outboxes.empty()) continue;
    const std::vector<std::uint64_t>& records = outboxes[first_part_ + part];
    if (!records.empty()) parts_[part]->take(records);
  }
}

void Windows::work(std::uint32_t thread) {
  const auto part_count = static_cast<std::uint32_t>(parts_.size());
  const Share own{part_count * thread / thread_count_, part_count * (thread + 1) / thread_count_};
  double waiting_s = 0;
  const double begin_s = seconds_of(CLOCK_THREAD_CPUTIME_ID);
  for (;;) {
    for (std::uint32_t part = own.first; part < own.end; part++) {
      next_times_[first_part_ + part] = parts_[part]->next_time();
    }
    meet(waiting_s, [this] {
      if (has_failed()) next_times_[first_part_] = broken;
      if (processes_ != nullptr) processes_->share(next_times_);
      const Picoseconds least = *std::min_element(next_times_.begin(), next_times_.end());
      is_over_ = least == broken || least == never;
      statistics_.rounds++;
    });
    if (is_over_) break;
    for (std::uint32_t part = own.first; part < own.end; part++) run_part(part);
    meet(waiting_s, [this] {
      if (processes_ != nullptr) processes_->exchange(parts_);
    });
    for (std::uint32_t part = own.first; part < own.end; part++) take_records(part);
  }
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  const double busy_s = seconds_of(CLOCK_THREAD_CPUTIME_ID) - begin_s;
  statistics_.waiting_s += waiting_s;
  statistics_.busy_s += busy_s;
  statistics_.longest_s = std::max(statistics_.longest_s, busy_s);
}

void Windows::run() {
  std::vector<std::thread> threads;
  for (std::uint32_t thread = 1; thread < thread_count_; thread++) {
    threads.emplace_back([this, thread] { work(thread); });
  }
  work(0);
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& error : errors_) {
    if (error != nullptr) std::rethrow_exception(error);
  }
}

}  // namespace smpi::models::packet
