// SPDX-License-Identifier: BSD-3-Clause
//
// What a device is asked to do: operations that wait for each other, and engines that do them.
//
// Streams, events and default streams are all rules about which operation waits for which, so
// there is one thing here: an operation with a number of others that must end first. When none is
// left it queues at its engine, first come first served; without an engine it ends at once. Whoever
// knows streams adds the predecessors.
//
// Alternatives considered: computing the end of an operation when it is issued, without events. It
// is wrong as soon as an operation waits for one that a later one does not wait for, or two share a
// cable.
//
// Operations live in a pool; a reference has the generation of its slot, so that "is it done?" can
// be asked of operations that ended long ago. Nothing allocates after warm-up.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "kernel/engine.h"

namespace smpi::models {

class DeviceCable;

struct OperationRef {
  std::uint32_t index = 0;
  std::uint32_t generation = 0;  // 0: none, which is done
};

// Does operations, at most `capacity` at a time.
struct DeviceEngine {
  std::uint32_t capacity = 1;
  std::uint32_t running_count = 0;
  double busy_s = 0;                 // sum of what its operations took
  double added_j = 0;                // likewise, beyond what the device takes idle
  std::vector<std::uint32_t> queue;  // waiting operations are those from `first` on
  std::size_t first = 0;
};

enum class WorkKind : std::uint8_t { kernel, library, copy };

// What an operation costs.
struct OperationCost {
  DeviceEngine* engine = nullptr;  // nullptr: it ends when its predecessors have
  double duration_s = 0;           // of a copy: its latency
  DeviceCable* cable = nullptr;    // of a copy: what its bytes cross afterwards
  double size_bytes = 0;           // of a copy
  double bound_bytes_per_s = 0;    // of a copy: its rate when it is alone
  double power_w = 0;              // that it adds while it runs
  const char* name = nullptr;      // of what it does; stays as it is for the whole run
  WorkKind kind = WorkKind::copy;
};

// Told when operations begin and end that have a row.
class OperationWatcher {
 public:
  virtual ~OperationWatcher() = default;
  virtual void begin(std::uint32_t row, const OperationCost& cost) = 0;
  virtual void end(std::uint32_t row, const OperationCost& cost) = 0;
};

// Told when an operation ended.
struct OperationEnd {
  kernel::EventHandler done = nullptr;
  void* owner = nullptr;
  std::uint32_t argument = 0;
};

class DeviceOperations {
 public:
  explicit DeviceOperations(kernel::Engine& engine, OperationWatcher* watcher = nullptr)
      : engine_(engine), watcher_(watcher) {}
  DeviceOperations(const DeviceOperations&) = delete;
  DeviceOperations& operator=(const DeviceOperations&) = delete;

  // A new operation; it starts once issue() was called and its predecessors have ended.
  OperationRef make(const OperationCost& cost, const OperationEnd& end = {});
  // `operation` waits for `predecessor`. REQUIRES: it was not issued.
  void add_predecessor(OperationRef operation, OperationRef predecessor);
  void issue(OperationRef operation);
  // The watcher is told of the operation. REQUIRES: it was not issued, it has an engine, and there
  // is a watcher; row > 0.
  void set_row(OperationRef operation, std::uint32_t row) { slots_[operation.index].row = row; }

  bool is_done(OperationRef operation) const {
    return operation.generation == 0 || slots_[operation.index].generation != operation.generation;
  }
  // Suspends the running actor until the operation is done.
  void wait(OperationRef operation);

 private:
  friend class DeviceCable;
  struct Slot {
    OperationCost cost;
    OperationEnd end;
    std::uint32_t generation = 1;
    std::uint32_t pending_count = 0;  // predecessors that have not ended, and one until issue()
    std::uint32_t row = 0;            // that the watcher knows; 0: it is not told
    double begin_s = 0;
    std::vector<OperationRef> successors;
    std::vector<kernel::Actor*> waiters;
  };

  static void duration_over(void* self, std::uint32_t index);
  void drop_pending(std::uint32_t index);
  void run_ready();
  void start(std::uint32_t index);
  void start_next(DeviceEngine& device_engine);
  void finish(std::uint32_t index);

  kernel::Engine& engine_;
  OperationWatcher* watcher_;
  std::deque<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> ready_;  // operations that nothing holds back
  bool runs_ready_ = false;
};

// One direction of what joins devices to their host, shared by the copies on it: each has its own
// bound, and what the others leave. Without a limit of its own, copies do not share it.
class DeviceCable {
 public:
  DeviceCable(DeviceOperations& operations, double bandwidth_bytes_per_s)
      : operations_(operations), bandwidth_bytes_per_s_(bandwidth_bytes_per_s) {}
  DeviceCable(const DeviceCable&) = delete;
  DeviceCable& operator=(const DeviceCable&) = delete;

  // The operation's latency is over; it ends when its bytes are across.
  void start(std::uint32_t operation);

 private:
  struct Transfer {
    std::uint32_t operation;
    double remaining_bytes;
    double bound_bytes_per_s;
    double rate_bytes_per_s;
    kernel::EventId end;
  };

  static void transfer_over(void* self, std::uint32_t operation);
  // Counts what was sent since the last change, and shares anew.
  void drain();
  void share();

  DeviceOperations& operations_;
  double bandwidth_bytes_per_s_;
  double changed_s_ = 0;
  std::vector<Transfer> transfers_;  // in the order of their starts
};

}  // namespace smpi::models
