// SPDX-License-Identifier: BSD-3-Clause
//
// The clock of this process, its requests, and the report of all.
#include "tools/acquire/virtual_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "models/platform/units.h"
#include "tools/acquire/virtual_clock.h"

namespace smpi::acquire {
namespace {

using Numbers = std::array<double, acquire_clock_number_count>;
enum Number { virtual_s, real_s, computing_s, messages, bytes, collectives };

struct VirtualTime {
  explicit VirtualTime(const VirtualMachine& its_machine)
      : machine(its_machine), clock(its_machine) {}

  VirtualMachine machine;
  VirtualClock clock;
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  double messages = 0;
  double bytes = 0;
  double collectives = 0;
  std::map<std::string, std::uint64_t> left_out;
  std::multimap<std::intptr_t, void*> requests;  // equal ones in the order of their insertion
};

struct Report {
  std::vector<Numbers> ranks;
  std::map<std::string, std::uint64_t> left_out;
};

std::optional<VirtualTime> state;  // stay until the end
Report report;

double real_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - state->begin).count();
}

double sum_of(Number number) {
  double sum = 0;
  for (const Numbers& rank : report.ranks) sum += rank[number];
  return sum;
}

double longest(Number number) {
  double longest = 0;
  for (const Numbers& rank : report.ranks) longest = std::max(longest, rank[number]);
  return longest;
}

template <class Seconds>
void print_spread(const char* what, Seconds&& seconds) {
  std::vector<double> all;
  double sum = 0;
  for (const Numbers& rank : report.ranks) sum += all.emplace_back(seconds(rank));
  const auto [least, most] = std::minmax_element(all.begin(), all.end());
  fmt::print(stderr, "smpi-acquire: {:<14} min {:.9g} s, mean {:.9g} s, max {:.9g} s\n", what,
             *least, sum / static_cast<double>(all.size()), *most);
}

std::string lines_of(const std::map<std::string, std::uint64_t>& counts) {
  std::string lines;
  for (const auto& [name, count] : counts) lines += fmt::format("{} {}\n", count, name);
  return lines;
}

}  // namespace

VirtualClock* begin_virtual_time(const VirtualMachine& machine) {
  if (!machine.is_wanted) return nullptr;
  state.emplace(machine);
  return &state->clock;
}

}  // namespace smpi::acquire

using namespace smpi::acquire;  // NOLINT: the definitions below are C functions

extern "C" {

int acquire_has_clock(void) {
  return state ? 1 : 0;
}

double acquire_clock_now_s(void) {
  return state->clock.now_s();
}

void acquire_clock_wait(double until_s) {
  state->clock.wait(until_s);
}

double acquire_message_s(double size_bytes) {
  return state->clock.message_s(size_bytes);
}

double acquire_collective_s(int rounds, double size_bytes) {
  return state->clock.collective_s(rounds, size_bytes);
}

void acquire_count_message(int64_t size_bytes) {
  state->messages++;
  state->bytes += static_cast<double>(size_bytes);
}

void acquire_count_collective(void) {
  state->collectives++;
}

void acquire_leave_out_of_clock(const char* what) {
  state->left_out[what]++;
}

void acquire_keep_request(intptr_t key, void* operation) {
  state->requests.emplace(key, operation);
}

void acquire_give_back_request(intptr_t key, void* operation) {
  auto& requests = state->requests;
  requests.emplace_hint(requests.lower_bound(key), key, operation);
}

void* acquire_take_request(intptr_t key) {
  auto& requests = state->requests;
  const auto found = requests.lower_bound(key);
  if (found == requests.end() || found->first != key) return nullptr;
  void* const operation = found->second;
  requests.erase(found);
  return operation;
}

void acquire_clock_numbers(double numbers[acquire_clock_number_count]) {
  const VirtualTime& now = *state;
  numbers[virtual_s] = now.clock.now_s();
  numbers[real_s] = real_seconds();
  numbers[computing_s] = now.clock.computing_s();
  numbers[messages] = now.messages;
  numbers[bytes] = now.bytes;
  numbers[collectives] = now.collectives;
}

const char* acquire_clock_left_out(void) {
  static std::string lines;
  lines = lines_of(state->left_out);
  return lines.c_str();
}

void acquire_add_clock(const double numbers[acquire_clock_number_count], const char* left_out) {
  Numbers rank{};
  std::copy_n(numbers, rank.size(), rank.begin());
  report.ranks.push_back(rank);
  std::istringstream in(left_out);
  std::uint64_t count = 0;
  for (std::string name; in >> count && std::getline(in >> std::ws, name);) {
    report.left_out[name] += count;
  }
}

void acquire_print_clock(void) {
  const VirtualMachine& machine = state->machine;
  fmt::print(stderr,
             "smpi-acquire: virtual time {:.12g} s, real time {:.3g} s, {} ranks; latency {}, "
             "bandwidth {}, speed x {:g}, collectives x {:g}\n",
             longest(virtual_s), longest(real_s), report.ranks.size(),
             smpi::models::format_time(machine.latency_s),
             std::isinf(machine.bandwidth_bytes_per_s)
                 ? "inf"
                 : smpi::models::format_bandwidth(machine.bandwidth_bytes_per_s),
             machine.speed_factor, machine.collective_factor);
  print_spread("computing", [](const Numbers& rank) { return rank[computing_s]; });
  print_spread("communication",
               [](const Numbers& rank) { return rank[virtual_s] - rank[computing_s]; });
  fmt::print(stderr, "smpi-acquire: messages {:.0f}, bytes {:.0f}, collective calls {:.0f}\n",
             sum_of(messages), sum_of(bytes), sum_of(collectives));
  fmt::print(stderr,
             "smpi-acquire: limits: no contention (a replay of the trace has it); sends never wait "
             "for their receivers; wildcards match in real order; polls see real progress\n");
  if (report.left_out.empty()) return;
  std::string all;
  for (const auto& [name, count] : report.left_out) {
    all += fmt::format("{}{} ({})", all.empty() ? "" : ", ", name, count);
  }
  fmt::print(stderr, "smpi-acquire: warning: the virtual time lacks: {}\n", all);
}

}  // extern "C"
