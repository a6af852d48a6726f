// SPDX-License-Identifier: BSD-3-Clause
//
// By name: MPI's names say what a function does, but for a few stems that are listed here.
#include "libsmpi/watch/record/report/call_topic.h"

#include <algorithm>
#include <span>

namespace smpi::record {
namespace {

// Names without MPI_, without I (nonblocking) and without _init and _c.
constexpr std::array<std::string_view, 22> collectives = {"Barrier",
                                                          "Bcast",
                                                          "Gather",
                                                          "Gatherv",
                                                          "Scatter",
                                                          "Scatterv",
                                                          "Allgather",
                                                          "Allgatherv",
                                                          "Alltoall",
                                                          "Alltoallv",
                                                          "Alltoallw",
                                                          "Reduce",
                                                          "Allreduce",
                                                          "Reduce_scatter",
                                                          "Reduce_scatter_block",
                                                          "Scan",
                                                          "Exscan",
                                                          "Neighbor_allgather",
                                                          "Neighbor_allgatherv",
                                                          "Neighbor_alltoall",
                                                          "Neighbor_alltoallv",
                                                          "Neighbor_alltoallw"};
constexpr std::array<std::string_view, 15> messages = {
    "Send",  "Bsend",  "Ssend", "Rsend", "Recv",  "Sendrecv", "Sendrecv_replace",
    "Probe", "Mprobe", "Mrecv", "Psend", "Precv", "Start",    "Startall",
    "Pready"};
constexpr std::array<std::string_view, 9> waits = {
    "Wait", "Waitall", "Waitany", "Waitsome", "Test", "Testall", "Testany", "Testsome", "Parrived"};
constexpr std::array<std::string_view, 10> accesses = {
    "Put",  "Get",  "Accumulate",  "Get_accumulate",  "Fetch_and_op",
    "Rput", "Rget", "Raccumulate", "Rget_accumulate", "Compare_and_swap"};

void drop_end(std::string_view& name, std::string_view end) {
  if (name.ends_with(end)) name.remove_suffix(end.size());
}

bool has(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// "Ibcast" is "Bcast" and "Isend" is "Send", whose first letter was made small.
bool has_or_begins(std::span<const std::string_view> names, std::string_view name) {
  if (has(names, name)) return true;
  if (name.size() < 2 || name[0] != 'I') return false;
  const std::string_view rest = name.substr(2);
  return std::ranges::any_of(names, [&](std::string_view known) {
    return known.substr(1) == rest && (known[0] | 0x20) == name[1];
  });
}

// A copy may be of pageable memory, which the host waits for whatever the call is named.
CallTopic topic_of_device_call(std::string_view name) {
  const bool is_wait = name.find("Synchronize") != name.npos ||
                       (name.find("Memcpy") != name.npos && !name.ends_with("Async"));
  return is_wait ? CallTopic::device_wait : CallTopic::device_call;
}

}  // namespace

CallTopic topic_of_call(std::string_view function) {
  if (is_device_call(function)) return topic_of_device_call(function);
  if (!function.starts_with("MPI_")) return CallTopic::other;
  std::string_view name = function.substr(4);
  if (name.starts_with("File_")) return CallTopic::files;
  if (name.starts_with("Win_")) return CallTopic::one_sided;
  drop_end(name, "_c");
  drop_end(name, "_init");
  if (has(waits, name)) return CallTopic::waiting;
  if (has(accesses, name)) return CallTopic::one_sided;
  if (has_or_begins(collectives, name)) return CallTopic::collective;
  if (has_or_begins(messages, name)) return CallTopic::point_to_point;
  return CallTopic::other;
}

CallTopic topic_of_work(models::WorkKind kind) {
  return kind == models::WorkKind::copy ? CallTopic::device_copy : CallTopic::device_kernel;
}

}  // namespace smpi::record
