// SPDX-License-Identifier: BSD-3-Clause
//
// The process that waits, and when it is worth asking.
#include "libsmpi/run/launch/explore.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "kernel/end_with_parent.h"
#include "kernel/error.h"
#include "libsmpi/run/launch/matching_search.h"
#include "libsmpi/run/launch/repeated_input.h"

namespace smpi::launch {
namespace {

using Json = nlohmann::json;

// Runs that take longer are explored only when that is asked for.
constexpr double short_run_s = 1;

double processor_time_s() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::string read_all(int pipe) {
  std::string text;
  char buffer[65536];
  for (ssize_t count = 0; (count = read(pipe, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  return text;
}

void write_all(int pipe, const std::string& text) {
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t count = write(pipe, text.data() + written, text.size() - written);
    if (count <= 0) return;
    written += static_cast<std::size_t>(count);
  }
}

[[noreturn]] void wait_and_search(const Arguments& arguments, int question, int answer) {
  signal(SIGPIPE, SIG_IGN);
  RepeatedInput input;  // remembers where the first run begins to read
  const Json asked = Json::parse(read_all(question), nullptr, false);
  if (!asked.is_object()) ::_exit(0);
  MatchingRecord first;
  from_json(asked.at("record").get<std::string>(), first);
  const Exploration result = search_matchings(arguments, first, asked.at("processor_s"), input);
  write_all(answer, Json{{"text", result.text}, {"found", result.found}}.dump(
                        -1, ' ', false, Json::error_handler_t::replace));
  close(answer);
  ::_exit(0);
}

}  // namespace

bool Explorer::is_wanted(const Arguments& arguments) {
  return arguments.analyze.has_value() && arguments.matching.empty() &&
         arguments.matching_record.empty() && arguments.wrapper.empty() && arguments.tool.empty() &&
         arguments.mpi_calls == nullptr;
}

Explorer::Explorer(const Arguments& arguments) {
  int question[2];
  int answer[2];
  const bool is_made = pipe2(question, O_CLOEXEC) == 0 && pipe2(answer, O_CLOEXEC) == 0;
  std::fflush(nullptr);
  const pid_t parent = getpid();
  process_ = is_made ? fork() : -1;
  if (process_ < 0) {
    throw kernel::InputError("cannot start a process", {.text = "fork"});
  }
  if (process_ == 0) {
    kernel::end_with_parent(parent, SIGTERM, 0);
    close(question[1]);
    close(answer[0]);
    wait_and_search(arguments, question[0], answer[1]);
  }
  close(question[0]);
  close(answer[1]);
  question_ = question[1];
  answer_ = answer[0];
  explicit_ = arguments.explore_count.has_value();
}

Explorer::~Explorer() {
  if (question_ >= 0) close(question_);
  close(answer_);
  waitpid(process_, nullptr, 0);
}

Exploration Explorer::explore(const MatchingRecord& first) {
  const double processor_s = processor_time_s();
  const bool has_races =
      std::any_of(first.matches.begin(), first.matches.end(),
                  [](const MatchingRecord::Match& match) { return !match.alternatives.empty(); });
  if (first.end != "completed" || (!explicit_ && !has_races)) return {};
  if (!explicit_ && first.writes_files) {
    return {.text = "not tried in another order: the program writes files (see --explore)\n"};
  }
  if (!explicit_ && processor_s > short_run_s) {
    return {.text = "not tried in another order: the run was long (see --explore)\n"};
  }
  write_all(question_, Json{{"record", to_json(first)}, {"processor_s", processor_s}}.dump());
  close(question_);
  question_ = -1;
  const Json answer = Json::parse(read_all(answer_), nullptr, false);
  if (!answer.is_object()) return {};
  return {.text = answer.at("text"), .found = answer.at("found")};
}

}  // namespace smpi::launch
