// SPDX-License-Identifier: BSD-3-Clause
//
// What a rank has on the devices of its host: streams, events and memory, and the kernels of its
// copy of the program.
//
// Streams are rules about which operation waits for which (models/device/operations.h):
// - an operation of a stream waits for the one before it;
// - one of the default stream also waits for all that blocking streams have, and what they get
//   later waits for it; non-blocking streams have nothing to do with it;
// - an event is an operation that costs nothing.
// Ranks that use one device have contexts of their own there and share its engines.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "libsmpi/cost/devices/device_memory.h"
#include "libsmpi/cost/devices/kernels.h"
#include "libsmpi/ranks/runtime/handle_pool.h"
#include "models/device/device.h"

namespace smpi {
struct Rank;
}

namespace smpi::devices {

class State;
struct Context;

struct Stream {
  Context* context = nullptr;
  bool is_blocking = true;
  int priority = 0;
  std::uint32_t number = 0;   // of those that the rank made, from 1 on; 0: the thread's default one
  std::uint32_t row = 0;      // of timelines; 0: none yet
  models::OperationRef tail;  // its last operation
  HandleValue handle = 0;     // 0: of the default stream of a thread
};

struct Event {
  HandleValue handle = 0;
  bool has_timing = true;
  bool is_recorded = false;
  models::OperationRef marker;  // of the last record
  double time_s = 0;            // when it was done
  std::uint32_t record = 0;     // number of the last record
  std::uint32_t pending_count = 0;
  bool is_destroyed = false;
};

// A rank on one device.
struct Context {
  std::uint32_t index = 0;  // of the device, to the rank
  models::Device* device = nullptr;
  models::OperationRef default_tail;   // of the default stream
  Stream thread_stream;                // the default stream of a thread
  std::vector<Stream*> streams;        // that the rank made
  std::uint64_t peers = 0;             // a bit for each device whose memory it may reach
  double used_bytes = 0;               // by the rank
  std::uint32_t default_row = 0;       // of timelines; 0: none yet
  std::uint32_t message_rows[2] = {};  // the same, by the way of copies
};

class RankDevices {
 public:
  RankDevices(State& state, Rank& rank, AddressRange addresses);
  ~RankDevices();
  RankDevices(const RankDevices&) = delete;
  RankDevices& operator=(const RankDevices&) = delete;

  State& state;
  Rank& rank;
  DeviceMemory memory;
  int last_error = 0;
  int sticky_error = 0;         // of a kernel: all later calls return it
  std::uint32_t row_count = 0;  // of timelines
  int range_depth = 0;          // of rocTX and NVTX
  std::uint64_t last_range = 0;

  std::uint32_t device_count() const { return static_cast<std::uint32_t>(contexts_.size()); }
  Context& context(std::uint32_t device) { return contexts_[device]; }
  Context& current() { return contexts_[current_]; }
  void set_current(std::uint32_t device) { current_ = device; }

  // Puts an operation into a stream; nullptr: the default stream.
  models::OperationRef submit(Context& context, Stream* stream, const models::OperationCost& cost,
                              const models::OperationEnd& end = {});
  // The same, which also waits for `other`.
  models::OperationRef submit_behind(Context& context, Stream* stream, models::OperationRef other);
  // Puts two operations into a stream: one that tells `reached`, and one that ends when whoever was
  // told issues it, `after`.
  void submit_around(Context& context, Stream* stream, const models::OperationEnd& reached,
                     models::OperationRef& after);
  // Suspends the running actor until all that a device, or a stream, was given is done.
  void synchronize(Context& context);
  void synchronize(Context& context, const Stream* stream);
  bool is_idle(const Context& context, const Stream* stream) const;

  Stream& make_stream(bool is_blocking, int priority);
  void destroy(Stream& stream);
  Stream* find_stream(std::uintptr_t handle) const { return streams_.find(handle); }
  Event& make_event(bool has_timing);
  void destroy(Event& event);
  Event* find_event(std::uintptr_t handle) const { return events_.find(handle); }
  void record(Event& event, Context& context, Stream* stream);

  // Kernels of the rank's copy of the program, by the address of their host functions.
  void register_kernel(const void* host_function, Kernel& kernel) {
    kernels_[host_function] = &kernel;
  }
  Kernel* find_kernel(const void* host_function) const {
    const auto found = kernels_.find(host_function);
    return found == kernels_.end() ? nullptr : found->second;
  }

  // Variables of the program that live on devices, by the address of the host's copy of each.
  struct Symbol {
    std::size_t size_bytes = 0;
    std::map<std::uint32_t, void*> addresses;  // by device, once asked for
  };
  void register_symbol(const void* host_variable, std::size_t size_bytes) {
    symbols_[host_variable].size_bytes = size_bytes;
  }
  Symbol* find_symbol(const void* host_variable) {
    const auto found = symbols_.find(host_variable);
    return found == symbols_.end() ? nullptr : &found->second;
  }

  // What stands between <<< and >>>, until the stub takes it.
  struct CallConfiguration {
    LaunchShape shape;
    void* stream;
  };
  std::vector<CallConfiguration> configurations;

 private:
  std::uint32_t row_of(Context& context, Stream* stream);
  models::OperationRef make_behind_stream(Context& context, Stream* stream,
                                          const models::OperationCost& cost,
                                          const models::OperationEnd& end);
  static void event_over(void* event, std::uint32_t record);

  std::vector<Context> contexts_;
  std::uint32_t current_ = 0;
  HandlePool<Stream> streams_;
  std::uint32_t stream_count_ = 0;  // made so far
  HandlePool<Event> events_;
  std::unordered_map<const void*, Kernel*> kernels_;
  std::unordered_map<const void*, Symbol> symbols_;
};

}  // namespace smpi::devices
