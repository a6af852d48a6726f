// SPDX-License-Identifier: BSD-3-Clause
//
// Finding the first difference, and describing calls as a C programmer would write them.
#include "libsmpi/run/observe/call_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "include/mpi.h"
#include "libsmpi/doors/api/functions.h"
#include "libsmpi/run/observe/call_parameters.h"
#include "libsmpi/run/observe/call_recorder.h"

namespace smpi::observe {
namespace {

struct SpecialValue {
  std::string_view parameter;
  int value;
  const char* name;
};
constexpr SpecialValue special_values[] = {
    {"source", MPI_ANY_SOURCE, "MPI_ANY_SOURCE"}, {"source", MPI_PROC_NULL, "MPI_PROC_NULL"},
    {"dest", MPI_PROC_NULL, "MPI_PROC_NULL"},     {"tag", MPI_ANY_TAG, "MPI_ANY_TAG"},
    {"recvtag", MPI_ANY_TAG, "MPI_ANY_TAG"},      {"root", MPI_ROOT, "MPI_ROOT"},
    {"root", MPI_PROC_NULL, "MPI_PROC_NULL"},
};

std::string describe_handle(std::uint64_t number) {
  const auto names = handle_names();
  const auto found = std::ranges::find(names, number, &HandleName::value);
  if (found != names.end()) return found->name;
  if (number <= predefined_handle_max) return fmt::format("{:#x}", number);
  return fmt::format("handle {}", number - predefined_handle_max);
}

std::string describe_argument(const Parameter& parameter, std::uint64_t value) {
  if (parameter.kind == ParameterKind::communicator || parameter.kind == ParameterKind::handle) {
    return describe_handle(value);
  }
  const auto number = static_cast<std::int64_t>(value);
  for (const SpecialValue& special : special_values) {
    if (special.parameter == parameter.name && special.value == number) return special.name;
  }
  return fmt::format("{}", number);
}

// Such as "MPI_Send(count=1, datatype=MPI_INT, dest=3, tag=0, comm=MPI_COMM_WORLD) (ring.c:12)".
std::string describe_call(const CallLog& log, const LoggedCall& call) {
  std::string text;
  std::size_t next = 0;
  for (const Parameter& parameter : call_parameters()[call.function]) {
    if (parameter.kind == ParameterKind::other) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", parameter.name,
                        describe_argument(parameter, call.arguments[next++]));
  }
  return fmt::format("{}({}){}", api::functions()[call.function].name, text,
                     log.site_text(call.site));
}

using Calls = std::vector<std::uint64_t>;  // places in a log

struct Difference {
  std::size_t rank;
  std::size_t index;                // of the call, in both runs
  std::optional<LoggedCall> first;  // nothing: the rank makes no more calls
  std::optional<LoggedCall> second;
  std::uint64_t second_place;  // in the log: earlier calls are at lower ones
};

bool is_same(const LoggedCall& a, const LoggedCall& b) {
  return a.function == b.function && std::ranges::equal(a.arguments, b.arguments);
}

// Functions that ask whether something has come.
bool is_poll(std::size_t function) {
  const std::string_view name = api::functions()[function].name;
  return name == "MPI_Iprobe" || name == "MPI_Improbe" || name.starts_with("MPI_Test") ||
         name.starts_with("MPI_Request_get_status");
}

// A poll that is repeated counts once: when the simulation sees that a rank does nothing but poll,
// it lets the rank sleep, and how many polls that takes depends on what else is on its stack.
void drop_repeated_polls(const CallLog& log, Calls& calls) {
  const auto repeats = [&](std::uint64_t one, std::uint64_t next) {
    const LoggedCall call = log.call_at(next);
    return is_poll(call.function) && is_same(log.call_at(one), call);
  };
  calls.erase(std::unique(calls.begin(), calls.end(), repeats), calls.end());
}

std::optional<Difference> find_difference(const ComparedRun& first, const ComparedRun& second,
                                          std::size_t rank, const Calls& a, const Calls& b) {
  const std::size_t both = std::min(a.size(), b.size());
  std::size_t i = 0;
  while (i < both && is_same(first.log.call_at(a[i]), second.log.call_at(b[i]))) i++;
  if (i == a.size() && i == b.size()) return std::nullopt;
  Difference difference{.rank = rank, .index = i, .first = {}, .second = {}, .second_place = 0};
  if (i < a.size()) difference.first = first.log.call_at(a[i]);
  // A rank that makes no more calls ended because of what another one did before, most often.
  difference.second_place = ~std::uint64_t{0};
  if (i < b.size()) {
    difference.second = second.log.call_at(b[i]);
    difference.second_place = b[i];
  }
  return difference;
}

std::string describe(const ComparedRun& run, const std::optional<LoggedCall>& call) {
  const std::string what = call ? describe_call(run.log, *call) : "no more calls";
  return fmt::format("  {:16} {}", run.name + ":", what);
}

}  // namespace

Comparison compare_calls(const ComparedRun& first, const ComparedRun& second) {
  auto a = first.log.calls_by_rank();
  auto b = second.log.calls_by_rank();
  a.resize(std::max(a.size(), b.size()));
  b.resize(a.size());
  std::uint64_t call_count = 0;
  std::vector<Difference> differences;
  for (std::size_t rank = 0; rank < a.size(); rank++) {
    call_count += a[rank].size();
    drop_repeated_polls(first.log, a[rank]);
    drop_repeated_polls(second.log, b[rank]);
    auto difference = find_difference(first, second, rank, a[rank], b[rank]);
    if (difference) differences.push_back(*difference);
  }
  if (differences.empty()) {
    return {
        .is_equal = true,
        .call_count = call_count,
        .text = fmt::format("{} ranks make the same MPI calls, {} in all", a.size(), call_count)};
  }
  const Difference& earliest =
      *std::ranges::min_element(differences, {}, &Difference::second_place);
  std::string text = fmt::format("rank {}, call {}: the first MPI call that differs\n{}\n{}",
                                 earliest.rank, earliest.index + 1, describe(first, earliest.first),
                                 describe(second, earliest.second));
  if (differences.size() > 1) {
    text += fmt::format("\n  and later calls of {} other ranks", differences.size() - 1);
  }
  return {.is_equal = false, .call_count = call_count, .text = text};
}

}  // namespace smpi::observe
