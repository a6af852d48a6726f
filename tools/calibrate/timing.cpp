// SPDX-License-Identifier: BSD-3-Clause
//
// Workers: starting, pinning, measuring, collecting.
#include "tools/calibrate/timing.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>
#include <new>
#include <stdexcept>

#include "kernel/end_with_parent.h"
#include "kernel/print.h"
#include "tools/calibrate/routines.h"

namespace smpi::calibrate {
namespace {

// Two readings of the clock cost a microsecond, these operations ten or more.
constexpr double operations_at_once = 1e5;
// Frequencies of cores rise in the first milliseconds of work.
constexpr double warm_up_s = 0.05;

double clock_s(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Memory that workers inherit: who is ready, and their results.
class Board {
 public:
  Board(std::size_t worker_count, std::size_t trial_count)
      : worker_count_(worker_count),
        trial_count_(trial_count),
        bytes_(sizeof(Head) + worker_count * trial_count * sizeof(double)) {
    void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    head_ = new (memory) Head;
  }
  ~Board() { munmap(head_, bytes_); }
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;

  // Waits until all workers are here.
  void meet() {
    constexpr useconds_t pause_us = 100;
    head_->ready.fetch_add(1);
    while (head_->ready.load() < worker_count_) usleep(pause_us);
  }
  double* results(std::size_t worker) {
    return reinterpret_cast<double*>(head_ + 1) + worker * trial_count_;
  }

 private:
  struct alignas(64) Head {
    std::atomic<std::size_t> ready{0};
  };
  std::size_t worker_count_;
  std::size_t trial_count_;
  std::size_t bytes_;
  Head* head_;
};

double time_call(const Kernel& kernel, const Call& call) {
  const int count = calls_at_once(kernel, call.shape);
  const double start_s = clock_s(CLOCK_THREAD_CPUTIME_ID);
  for (int i = 0; i < count; i++) kernel.run(call);
  return (clock_s(CLOCK_THREAD_CPUTIME_ID) - start_s) / count;
}

void warm_up(Operands& operands) {
  const Kernel& kernel = kernels().front();
  const Shape shape{.sizes = {64, 64, 64}};
  const double end_s = clock_s(CLOCK_MONOTONIC) + warm_up_s;
  while (clock_s(CLOCK_MONOTONIC) < end_s) kernel.run({shape, operands, 0});
}

void work(const Plan& plan, int size_max, Board& board, std::size_t worker, double budget_s) {
  Operands operands(size_max);
  warm_up(operands);
  board.meet();
  double* results = board.results(worker);
  const double end_s = clock_s(CLOCK_MONOTONIC) + budget_s;
  for (std::size_t i = 0; i < plan.trials.size() && clock_s(CLOCK_MONOTONIC) < end_s; i++) {
    const auto [kernel, shape] = plan.trials[i];
    results[i] = time_call(kernels()[kernel], {plan.shapes[kernel][shape], operands, i});
  }
}

pid_t start_worker(pid_t parent, const auto& body) {
  const pid_t worker = fork();
  if (worker < 0) {
    throw std::runtime_error(fmt::format("cannot start a worker ({})", std::strerror(errno)));
  }
  if (worker > 0) return worker;
  kernel::end_with_parent(parent, SIGKILL, 1);
  try {
    body();
    _exit(0);
  } catch (const std::exception& error) {
    kernel::print_message("smpi-calibrate: a worker: {}\n", error.what());
    _exit(1);
  }
}

// The first that fails ends all: the others would wait for it.
void wait_for(std::vector<pid_t> workers) {
  while (!workers.empty()) {
    int status = 0;
    const pid_t ended = wait(&status);
    std::erase(workers, ended);
    if (ended > 0 && status == 0) continue;
    for (const pid_t worker : workers) kill(worker, SIGKILL);
    while (wait(nullptr) > 0) continue;
    throw std::runtime_error(
        WIFSIGNALED(status) ? fmt::format("a worker died of signal {}", WTERMSIG(status))
                            : fmt::format("a worker ended with status {}", WEXITSTATUS(status)));
  }
}

}  // namespace

int calls_at_once(const Kernel& kernel, const Shape& shape) {
  const double operations = operations_of(kernel, shape);
  return static_cast<int>(std::ceil(operations_at_once / (operations + 1)));
}

Timings time_plan(const Plan& plan, int size_max, const Machine& machine, std::size_t worker_count,
                  double budget_s) {
  Board board(worker_count, plan.trials.size());
  std::vector<pid_t> workers;
  const pid_t self = getpid();
  for (std::size_t i = 0; i < worker_count; i++) {
    workers.push_back(start_worker(self, [&] {
      if (!machine.bind(i)) {
        throw std::runtime_error(fmt::format("cannot be kept on core {}", i));
      }
      work(plan, size_max, board, i, budget_s);
    }));
  }
  wait_for(std::move(workers));
  Timings timings;
  for (std::size_t i = 0; i < worker_count; i++) {
    timings.seconds.emplace_back(board.results(i), board.results(i) + plan.trials.size());
  }
  return timings;
}

}  // namespace smpi::calibrate
