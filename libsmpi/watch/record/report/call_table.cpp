// SPDX-License-Identifier: BSD-3-Clause
//
// Names come from the doors of calls as addresses of literals, which are looked up as such.
#include "libsmpi/watch/record/report/call_table.h"

#include <algorithm>

#include "libsmpi/mpi/comm/communicator.h"

namespace smpi::record {

std::uint32_t CallTable::number_of(const char* function, std::optional<CallTopic> given_topic) {
  // The linker may give a host's kernel and a device's work of one name one address.
  const int kind = given_topic ? static_cast<int>(*given_topic) : -1;
  const auto [found, is_new] = numbers_.try_emplace({function, kind}, 0);
  if (!is_new) return found->second;
  const std::string_view name = function;
  const CallTopic topic = given_topic ? *given_topic : topic_of_call(name);
  const auto same = std::ranges::find_if(functions_, [&](const Function& known) {
    return known.name == name && known.topic == topic;
  });
  found->second = static_cast<std::uint32_t>(same - functions_.begin());
  if (same == functions_.end()) functions_.push_back({.name = name, .topic = topic, .sum = {}});
  return found->second;
}

std::uint32_t CallTable::add_kernel(const char* name, CallTopic topic) {
  const std::uint32_t number = number_of(name, topic);
  functions_[number].sum.calls++;
  return number;
}

std::uint32_t CallTable::add(const Call& call) {
  const CallDetails& details = call.details;
  const std::uint32_t number = number_of(call.function, std::nullopt);
  const auto count_in = [&](Sum& sum) {
    sum.calls++;
    sum.seconds_s += call.end_s - details.begin_s;
    sum.sent_bytes += static_cast<std::uint64_t>(std::max<MPI_Count>(details.sent_bytes, 0));
  };
  Function& row = functions_[number];
  count_in(row.sum);
  if (row.topic == CallTopic::collective && details.communicator != nullptr) {
    const Communicator& communicator = *details.communicator;
    const int others = communicator.is_inter() ? communicator.remote_size() : 0;
    count_in(collectives_[{row.name, call.algorithm, communicator.size() + others}]);
  }
  return number;
}

}  // namespace smpi::record
