// SPDX-License-Identifier: BSD-3-Clause
//
// Processors and tasks have their numbers only when all are known, so a line has "L5" in place of
// those of lane 5 until it is written.
#include "libsmpi/watch/record/timeline/paraver_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <utility>

#include "libsmpi/watch/record/report/call_topic.h"
#include "libsmpi/watch/record/timeline/function_class.h"
#include "libsmpi/watch/record/timeline/spool_file.h"

namespace smpi::record {
namespace {

constexpr double ns_per_s = 1e9;

enum State : std::uint8_t {
  running = 1,
  waiting_for_message = 3,
  blocking_send = 4,
  synchronization = 5,
  test_or_probe = 6,
  wait_or_waitall = 8,
  immediate_send = 10,
  immediate_receive = 11,
  input_output = 12,
  group_communication = 13,
  others = 15,
  send_receive = 16,
  memory_transfer = 17
};

struct NamedState {
  int number;
  const char* name;
};
constexpr std::array<NamedState, 18> states = {{{0, "Idle"},
                                                {1, "Running"},
                                                {2, "Not created"},
                                                {3, "Waiting a message"},
                                                {4, "Blocking Send"},
                                                {5, "Synchronization"},
                                                {6, "Test/Probe"},
                                                {7, "Scheduling and Fork/Join"},
                                                {8, "Wait/WaitAll"},
                                                {9, "Blocked"},
                                                {10, "Immediate Send"},
                                                {11, "Immediate Receive"},
                                                {12, "I/O"},
                                                {13, "Group Communication"},
                                                {14, "Tracing Disabled"},
                                                {15, "Others"},
                                                {16, "Send Receive"},
                                                {17, "Memory transfer"}}};

struct NamedType {
  std::uint32_t number;
  const char* name;
};
constexpr std::uint32_t point_to_point_type = 50000001;
constexpr std::uint32_t collective_type = 50000002;
constexpr std::uint32_t other_type = 50000003;
constexpr std::uint32_t one_sided_type = 50000004;
constexpr std::uint32_t file_type = 50000005;
constexpr std::uint32_t device_call_type = 50200001;
constexpr std::uint32_t device_work_type = 50200002;
constexpr std::array<NamedType, 7> function_types = {{{point_to_point_type, "MPI Point-to-point"},
                                                      {collective_type, "MPI Collective Comm"},
                                                      {other_type, "MPI Other"},
                                                      {one_sided_type, "MPI One-sided"},
                                                      {file_type, "MPI I/O"},
                                                      {device_call_type, "Device call"},
                                                      {device_work_type, "Device work"}}};
constexpr std::uint32_t sent_type = 50100001;
constexpr std::uint32_t received_type = 50100002;
constexpr std::uint32_t root_type = 50100003;
constexpr std::uint32_t communicator_type = 50100004;
constexpr std::array<NamedType, 4> size_types = {
    {{sent_type, "Send Size in MPI Global OP"},
     {received_type, "Recv Size in MPI Global OP"},
     {root_type, "Root in MPI Global OP"},
     {communicator_type, "Communicator in MPI Global OP"}}};

// Values that tools know; other functions follow.
constexpr std::array<const char*, 14> known_values = {
    "Outside MPI",   "MPI_Send",     "MPI_Recv",      "MPI_Isend",   "MPI_Irecv",
    "MPI_Wait",      "MPI_Waitall",  "MPI_Bcast",     "MPI_Barrier", "MPI_Reduce",
    "MPI_Allreduce", "MPI_Alltoall", "MPI_Alltoallv", "MPI_Gather"};
constexpr std::uint32_t first_other_value = 100;

std::uint64_t ns_of(double time_s) {
  return static_cast<std::uint64_t>(std::llround(time_s * ns_per_s));
}

std::uint32_t type_of(FunctionClass what) {
  switch (what) {
    case FunctionClass::point_to_point:
    case FunctionClass::completion:
      return point_to_point_type;
    case FunctionClass::collective:
      return collective_type;
    case FunctionClass::one_sided:
      return one_sided_type;
    case FunctionClass::file:
      return file_type;
    case FunctionClass::device:
      return device_call_type;
    default:
      return other_type;
  }
}

State state_of(std::string_view name, FunctionClass what) {
  switch (what) {
    case FunctionClass::collective:
      return group_communication;
    case FunctionClass::completion:
      return name.starts_with("MPI_Test") ? test_or_probe : wait_or_waitall;
    case FunctionClass::file:
      return input_output;
    case FunctionClass::device:
      return topic_of_call(name) == CallTopic::device_wait ? synchronization : others;
    case FunctionClass::point_to_point:
      break;
    default:
      return others;
  }
  if (name.starts_with("MPI_Sendrecv")) return send_receive;
  if (name.find("robe") != std::string_view::npos) return test_or_probe;
  if (name.starts_with("MPI_I")) {
    return name.find("recv") != std::string_view::npos ? immediate_receive : immediate_send;
  }
  return name.find("ecv") != std::string_view::npos ? waiting_for_message : blocking_send;
}

}  // namespace

ParaverTrace::ParaverTrace(const std::string& path, const models::Platform& platform)
    : path_(std::filesystem::absolute(path).string()),
      platform_(platform),
      lines_(path, "timeline") {}

void ParaverTrace::add_lane(const Lane& lane) {
  lanes_.push_back(&lane);
  free_ns_.push_back(0);
}

const ParaverTrace::Code& ParaverTrace::code_of(const FunctionRecord& function) {
  if (function.index >= code_of_function_.size()) code_of_function_.resize(function.index + 1);
  Code& code = code_of_function_[function.index];
  if (code.type != 0) return code;
  if (function.work) {
    const bool is_copy = *function.work == models::WorkKind::copy;
    code = {.type = device_work_type,
            .value = first_other_value + function.index,
            .state = is_copy ? memory_transfer : running};
    names_[code.type][code.value] = function.name;
    return code;
  }
  const FunctionClass what = class_of_function(function.name);
  const auto known = std::ranges::find(known_values, function.name);
  code.type = type_of(what);
  code.value = known == known_values.end()
                   ? first_other_value + function.index
                   : static_cast<std::uint32_t>(known - known_values.begin());
  code.state = state_of(function.name, what);
  names_[code.type][code.value] = function.name;
  return code;
}

void ParaverTrace::add_state(const Lane& lane, std::uint64_t begin_ns, std::uint64_t end_ns,
                             int state) {
  if (end_ns == begin_ns) return;
  lines_.add(begin_ns, fmt::format("1:L{}:{}:{}:{}\n", lane.index, begin_ns, end_ns, state));
}

void ParaverTrace::enter(const Lane& lane, const FunctionRecord&, double now_s) {
  if (lane.device) return;  // nothing runs between what a stream does
  add_state(lane, free_ns_[lane.index], ns_of(now_s), running);
}

void ParaverTrace::leave(const CallEvent& call) {
  const Code& code = code_of(*call.function);
  const std::uint64_t begin_ns = ns_of(call.begin_s);
  const std::uint64_t end_ns = ns_of(call.end_s);
  std::string begin =
      fmt::format("2:L{}:{}:{}:{}", call.lane->index, begin_ns, code.type, code.value);
  const auto add = [&](std::uint32_t type, std::uint64_t value) {
    fmt::format_to(std::back_inserter(begin), ":{}:{}", type, value);
  };
  if (const auto kind = collective_kind(call.function->name);
      kind && call.communicator != nullptr) {
    communicators_[call.communicator->index] = call.communicator;
    add(sent_type, static_cast<std::uint64_t>(std::max<MPI_Count>(call.sent_bytes, 0)));
    add(received_type, static_cast<std::uint64_t>(std::max<MPI_Count>(call.received_bytes, 0)));
    if (has_root(*kind) && call.root >= 0)
      add(root_type, static_cast<std::uint64_t>(call.root) + 1);
    add(communicator_type, call.communicator->index + 1);
  }
  begin += '\n';
  add_state(*call.lane, begin_ns, end_ns, code.state);
  lines_.add(begin_ns, begin);
  lines_.add(end_ns, fmt::format("2:L{}:{}:{}:0\n", call.lane->index, end_ns, code.type));
  free_ns_[call.lane->index] = end_ns;
}

void ParaverTrace::receive(const MessageEvent& message, double now_s) {
  const std::uint64_t sent_ns = ns_of(message.sent_s);
  const std::uint64_t received_ns = ns_of(now_s);
  lines_.add(sent_ns, fmt::format("3:L{}:{}:{}:L{}:{}:{}:{}:{}\n", message.from->index, sent_ns,
                                  sent_ns, message.to->index, received_ns, received_ns,
                                  message.size_bytes, message.tag));
}

// Processors are numbered host by host, tasks in the order of processes.
void ParaverTrace::find_places() {
  for (const Lane* lane : lanes_) {
    nodes_[lane->host].push_back(lane);
    tasks_[lane->process].push_back(lane);
  }
  for (const auto& [index, communicator] : communicators_) {
    for (const std::uint32_t process : communicator->members) tasks_.try_emplace(process);
  }
  std::vector<std::size_t> cpu_of_lane(lanes_.size());
  std::size_t cpu = 0;
  for (const auto& [host, lanes] : nodes_) {
    for (const Lane* lane : lanes) cpu_of_lane[lane->index] = ++cpu;
  }
  place_of_lane_.resize(lanes_.size());
  std::size_t task = 0;
  for (const auto& [process, lanes] : tasks_) {
    task++;
    for (std::size_t thread = 0; thread < lanes.size(); thread++) {
      place_of_lane_[lanes[thread]->index] =
          fmt::format("{}:1:{}:{}", cpu_of_lane[lanes[thread]->index], task, thread + 1);
    }
  }
}

std::string ParaverTrace::header(std::uint64_t end_ns) const {
  std::string cpus;
  for (const auto& [host, lanes] : nodes_) {
    cpus += fmt::format("{}{}", cpus.empty() ? "" : ",", lanes.size());
  }
  const auto node_of = [&](const std::vector<const Lane*>& lanes) -> std::size_t {
    if (lanes.empty()) return 1;
    return static_cast<std::size_t>(
               std::distance(nodes_.begin(), nodes_.find(lanes.front()->host))) +
           1;
  };
  std::string tasks;
  for (const auto& [process, lanes] : tasks_) {
    tasks += fmt::format("{}{}:{}", tasks.empty() ? "" : ",",
                         std::max<std::size_t>(lanes.size(), 1), node_of(lanes));
  }
  // Simulated time has no date.
  std::string text = fmt::format("#Paraver (01/01/70 at 00:00):{}_ns:{}({}):1:{}({}),{}\n", end_ns,
                                 nodes_.size(), cpus, tasks_.size(), tasks, communicators_.size());
  for (const auto& [index, communicator] : communicators_) {
    text += fmt::format("c:1:{}:{}", index + 1, communicator->members.size());
    for (const std::uint32_t process : communicator->members) {
      text += fmt::format(":{}", std::distance(tasks_.begin(), tasks_.find(process)) + 1);
    }
    text += '\n';
  }
  return text;
}

std::string ParaverTrace::with_places(std::string_view line) const {
  std::string text;
  while (true) {
    const std::size_t mark = line.find('L');
    text += line.substr(0, mark);
    if (mark == std::string_view::npos) return text;
    line.remove_prefix(mark + 1);
    std::size_t lane = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), lane);
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    text += place_of_lane_[lane];
  }
}

std::string ParaverTrace::names_of_values() const {
  std::string text =
      "DEFAULT_OPTIONS\n\nLEVEL               THREAD\nUNITS               NANOSEC\n\n"
      "DEFAULT_SEMANTIC\n\nTHREAD_FUNC         State As Is\n\nSTATES\n";
  for (const NamedState& state : states)
    text += fmt::format("{}    {}\n", state.number, state.name);
  for (const NamedType& type : function_types) {
    const auto used = names_.find(type.number);
    if (used == names_.end()) continue;
    text += fmt::format("\nEVENT_TYPE\n9    {}    {}\nVALUES\n", type.number, type.name);
    for (const auto& [value, name] : used->second) text += fmt::format("{}    {}\n", value, name);
    text += fmt::format("0    {}\n", known_values[0]);
  }
  text += "\nEVENT_TYPE\n";
  for (const NamedType& type : size_types)
    text += fmt::format("1    {}    {}\n", type.number, type.name);
  return text;
}

std::string ParaverTrace::names_of_tasks() const {
  std::string cpus;
  std::string nodes;
  for (const auto& [host, lanes] : nodes_) {
    const std::string_view name = platform_.hosts.name[host];
    nodes += fmt::format("{}\n", name);
    for (std::size_t i = 0; i < lanes.size(); i++) cpus += fmt::format("{}.{}\n", i + 1, name);
  }
  std::string tasks;
  std::string threads;
  std::size_t thread_count = 0;
  std::size_t task = 0;
  for (const auto& [process, lanes] : tasks_) {
    task++;
    tasks += fmt::format("RANK {}\n", process);
    for (std::size_t i = 0; i < std::max<std::size_t>(lanes.size(), 1); i++, thread_count++) {
      const bool is_stream = i < lanes.size() && lanes[i]->device;
      threads += is_stream ? fmt::format("{}\n", lanes[i]->name)
                           : fmt::format("THREAD 1.{}.{}\n", task, i + 1);
    }
  }
  return fmt::format(
      "LEVEL CPU SIZE {}\n{}\nLEVEL NODE SIZE {}\n{}\nLEVEL TASK SIZE {}\n{}\nLEVEL THREAD SIZE "
      "{}\n{}",
      lanes_.size(), cpus, nodes_.size(), nodes, tasks_.size(), tasks, thread_count, threads);
}

void ParaverTrace::close(double end_s, const std::vector<std::uint64_t>&) {
  find_places();
  SpoolFile trace(path_, "timeline");
  trace.append(header(ns_of(end_s)));
  lines_.for_each([&](std::string_view line) { trace.append(with_places(line)); });
  trace.publish();
  const std::filesystem::path stem(path_);
  SpoolFile values(std::filesystem::path(stem).replace_extension(".pcf").string(), "timeline");
  values.append(names_of_values());
  values.publish();
  SpoolFile tasks(std::filesystem::path(stem).replace_extension(".row").string(), "timeline");
  tasks.append(names_of_tasks());
  tasks.publish();
}

}  // namespace smpi::record
