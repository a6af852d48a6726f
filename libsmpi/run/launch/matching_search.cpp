// SPDX-License-Identifier: BSD-3-Clause
//
// A breadth-first search. Each entry of the queue changes one choice of a run that was made and
// keeps those before it, so no matching comes twice.
#include "libsmpi/run/launch/matching_search.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <optional>
#include <sstream>

#include "libsmpi/run/launch/child_run.h"
#include "libsmpi/run/launch/memory_file.h"
#include "libsmpi/run/launch/repeated_input.h"
#include "libsmpi/run/launch/run.h"

namespace smpi::launch {
namespace {

// Without --explore.
constexpr int runs_unasked = 4;
// What another run may take of the processor: it may also go round in circles.
struct Limit {
  double at_least_s;
  double per_first;  // times what the first run took
};
constexpr Limit limit_unasked = {2, 5};
constexpr Limit limit_asked = {10, 20};

struct Change {
  std::vector<MatchingChoice> choices;  // the last one differs from the run before
  int instead_of = 0;                   // the source that the last one had there
};

struct Outcome {
  int exit_status = 0;
  bool has_ended = false;  // with a record; else it crashed or was stopped
  MatchingRecord record;
  std::string output;
  std::string messages;  // on standard error

  bool was_stopped() const { return exit_status == 128 + SIGXCPU; }
  bool could_not_start() const { return !has_ended && exit_status == input_error_status; }
  bool fails() const {
    if (!has_ended) return !was_stopped() && !could_not_start();
    return record.end == "deadlock" || record.end == "aborted" || record.end == "MPI error";
  }
  // All its choices were taken, or it ended before they could be.
  bool counts() const { return has_ended ? record.all_choices_taken : !was_stopped(); }
};

std::vector<std::string> sorted_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  std::sort(lines.begin(), lines.end());
  return lines;
}

// The first line that `text` has and `other` has not, in whatever order.
std::optional<std::string> new_line(const std::string& text, const std::string& other) {
  std::vector<std::string> lines;
  const std::vector<std::string> here = sorted_lines(text);
  const std::vector<std::string> there = sorted_lines(other);
  std::set_difference(here.begin(), here.end(), there.begin(), there.end(),
                      std::back_inserter(lines));
  if (lines.empty()) return std::nullopt;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (std::binary_search(lines.begin(), lines.end(), line)) return line;
  }
  return std::nullopt;
}

std::string indented(const std::string& text) {
  std::string result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result += "    " + line + "\n";
  return result;
}

class Search {
 public:
  Search(const Arguments& arguments, double processor_s, RepeatedInput& input)
      : arguments_(arguments),
        input_(input),
        is_asked_for_(arguments.explore_count.has_value()),
        runs_left_(arguments.explore_count.value_or(runs_unasked)),
        processor_max_s_(limit().at_least_s + limit().per_first * processor_s) {
    arguments_.explored = true;
    arguments_.quiet = true;
    arguments_.print_mapping = false;
    arguments_.summary_file.clear();
    arguments_.call_statistics_file.clear();
    arguments_.statistics_file.clear();
    arguments_.comm_matrix_file.clear();
    arguments_.report_file.clear();
  }

  Exploration search(MatchingRecord first) {
    if (is_asked_for_) {
      base_ = run_with({});
      if (base_.fails() || !base_.has_ended) return unrepeatable();
      first = base_.record;
    }
    is_complete_ = first.is_complete;
    add_changes(first, {});
    while (!queue_.empty() && runs_left_ > 0) {
      const Change change = take_next();
      runs_left_--;
      const Outcome outcome = run_with(change.choices);
      if (outcome.could_not_start()) return unrepeatable();
      if (!outcome.counts()) {
        (outcome.was_stopped() ? stopped_ : impossible_)++;
        continue;
      }
      tried_++;
      if (is_failure(outcome)) {
        if (!is_asked_for_ && run_with({}).fails()) return unrepeatable();
        return {.text = describe_failure(change, outcome) + changed_, .found = true};
      }
      note_output(change, outcome);
      is_complete_ = is_complete_ && outcome.record.is_complete;
      add_changes(outcome.record, change.choices);
    }
    return {.text = changed_ + describe_count(), .found = !changed_.empty()};
  }

 private:
  const Limit& limit() const { return is_asked_for_ ? limit_asked : limit_unasked; }

  Outcome run_with(const std::vector<MatchingChoice>& choices) {
    MemoryFile record;
    MemoryFile output;
    MemoryFile messages;
    Arguments arguments = arguments_;
    arguments.matching = choices;
    arguments.matching_record = record.path();
    input_.rewind();
    Outcome outcome;
    outcome.exit_status = run_in_child([&] {
      dup2(output.descriptor(), STDOUT_FILENO);
      dup2(messages.descriptor(), STDERR_FILENO);
      const auto limit_s = static_cast<rlim_t>(std::ceil(processor_max_s_));
      const rlimit limit{.rlim_cur = limit_s, .rlim_max = limit_s + 1};
      setrlimit(RLIMIT_CPU, &limit);
      const rlimit no_core{.rlim_cur = 0, .rlim_max = 0};
      setrlimit(RLIMIT_CORE, &no_core);
      return run(arguments);
    });
    outcome.has_ended = from_json(record.read(), outcome.record);
    outcome.output = output.read();
    outcome.messages = messages.read();
    return outcome;
  }

  void add_changes(const MatchingRecord& record, const std::vector<MatchingChoice>& given) {
    std::vector<MatchingChoice> before = given;
    for (const MatchingRecord::Match& match : record.matches) {
      if (match.chosen) continue;
      for (const MatchingRecord::Alternative& other : match.alternatives) {
        Change change{.choices = before, .instead_of = match.choice.source};
        change.choices.push_back(match.choice);
        change.choices.back().source = other.source;
        if (queue_.size() >= queued_max) {
          is_complete_ = false;
          break;
        }
        queue_.push_back({changes_at_[match.call]++, std::move(change)});
      }
      before.push_back(match.choice);
    }
  }

  // Of those with the fewest changes at the same source line, the first.
  Change take_next() {
    const auto next =
        std::min_element(queue_.begin(), queue_.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
    Change change = std::move(next->second);
    queue_.erase(next);
    return change;
  }

  bool is_failure(const Outcome& outcome) const {
    return outcome.fails() || (is_asked_for_ && outcome.exit_status != base_.exit_status);
  }

  void note_output(const Change& change, const Outcome& outcome) {
    if (!is_asked_for_ || !changed_.empty()) return;
    const auto line = new_line(outcome.output, base_.output);
    const auto missing = new_line(base_.output, outcome.output);
    if (!line && !missing) return;
    changed_ = describe_change("with other messages first, the output changes", change, outcome);
    changed_ += missing ? fmt::format("    was: {}\n", *missing) : "";
    changed_ += line ? fmt::format("    now: {}\n", *line) : "";
    changed_ += describe_repetition(outcome, change);
  }

  std::string describe_failure(const Change& change, const Outcome& outcome) const {
    const std::string how = outcome.has_ended && outcome.fails()
                                ? outcome.record.end
                                : fmt::format("exit status {}", outcome.exit_status);
    const std::string report = outcome.has_ended ? outcome.record.report : outcome.messages;
    return describe_change(fmt::format("with other messages first, the program fails: {}", how),
                           change, outcome) +
           indented(report) + describe_repetition(outcome, change);
  }

  static std::string describe_change(const std::string& title, const Change& change,
                                     const Outcome& outcome) {
    std::string text = title + ":\n";
    for (const MatchingRecord::Match& match : outcome.record.matches) {
      if (!match.enforced) continue;
      const bool is_last = match.choice == change.choices.back();
      text += fmt::format("  rank {}, {}: takes the message of rank {}{}\n", match.choice.process,
                          match.call, match.choice.source,
                          is_last ? fmt::format(" instead of rank {}", change.instead_of) : "");
    }
    return text;
  }

  static std::string describe_repetition(const Outcome& outcome, const Change& change) {
    std::vector<MatchingChoice> needed;
    for (const MatchingRecord::Match& match : outcome.record.matches) {
      if (match.enforced) needed.push_back(match.choice);
    }
    if (needed.empty()) needed = change.choices;
    return fmt::format("  to repeat it: smpirun --matching {}\n", format_choices(needed));
  }

  std::string describe_count() const {
    std::string text;
    if (queue_.empty() && is_complete_ && stopped_ == 0) {
      text = fmt::format("all {} matchings were tried", tried_ + 1);
    } else {
      text = fmt::format("{} other matchings were tried, of more", tried_);
    }
    if (changed_.empty()) text += is_asked_for_ ? ": none changes the result" : ": none fails";
    if (impossible_ > 0) text += fmt::format("; {} could not happen", impossible_);
    if (stopped_ > 0) text += fmt::format("; {} did not end in time", stopped_);
    return text + "\n";
  }

  static Exploration unrepeatable() {
    return {.text = "not tried in another order: the program fails when it is run again\n"};
  }

  static constexpr std::size_t queued_max = 10000;

  Arguments arguments_;
  RepeatedInput& input_;
  bool is_asked_for_;
  int runs_left_;
  double processor_max_s_;
  Outcome base_;  // with --explore: a run without choices
  std::deque<std::pair<int, Change>> queue_;
  std::map<std::string, int> changes_at_;  // by source line
  std::string changed_;                    // the first change of the output
  bool is_complete_ = true;
  int tried_ = 0;
  int impossible_ = 0;
  int stopped_ = 0;
};

}  // namespace

Exploration search_matchings(const Arguments& arguments, const MatchingRecord& first,
                             double processor_s, RepeatedInput& input) {
  return Search(arguments, processor_s, input).search(first);
}

}  // namespace smpi::launch
