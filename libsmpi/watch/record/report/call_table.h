// SPDX-License-Identifier: BSD-3-Clause
//
// Calls summed up: by function, and collectives by algorithm and number of ranks. Modelled kernels
// are functions too, whose time is known later than their calls.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "include/mpi.h"
#include "libsmpi/ranks/runtime/observers.h"
#include "libsmpi/watch/record/report/call_topic.h"

namespace smpi::record {

class CallTable {
 public:
  struct Sum {
    std::uint64_t calls = 0;
    double seconds_s = 0;  // of all ranks that called
    std::uint64_t sent_bytes = 0;
  };
  struct Function {
    std::string_view name;
    CallTopic topic = CallTopic::other;
    Sum sum;
  };
  struct Collective {
    std::string_view function;
    std::string_view algorithm;  // empty: none was chosen, or it runs beside the call
    int rank_count = 0;          // of the communicator, both sides of it
    auto operator<=>(const Collective&) const = default;
  };

  struct Call {
    const char* function;  // stays as it is for the whole run
    const CallDetails& details;
    std::string_view algorithm;  // of a collective
    double end_s;
  };
  // Returns the number of the function.
  std::uint32_t add(const Call& call);

  // Returns the number of the kernel, or of other work of a device.
  std::uint32_t add_kernel(const char* name, CallTopic topic = CallTopic::kernel);
  void add_time(std::uint32_t function, double seconds) {
    functions_[function].sum.seconds_s += seconds;
  }

  // In the order of their first calls.
  const std::vector<Function>& functions() const { return functions_; }
  const std::map<Collective, Sum>& collectives() const { return collectives_; }

 private:
  // nullopt: the name of a call says it.
  std::uint32_t number_of(const char* function, std::optional<CallTopic> given_topic);

  struct KeyHash {
    std::size_t operator()(const std::pair<const char*, int>& key) const {
      return std::hash<const char*>()(key.first) ^ static_cast<std::size_t>(key.second);
    }
  };

  std::vector<Function> functions_;
  // By address, as a name may have several, and by the topic that was given, or -1.
  std::unordered_map<std::pair<const char*, int>, std::uint32_t, KeyHash> numbers_;
  std::map<Collective, Sum> collectives_;
};

}  // namespace smpi::record
