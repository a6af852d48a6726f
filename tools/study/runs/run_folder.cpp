// SPDX-License-Identifier: BSD-3-Clause
//
// Files of a run, read once it has ended.
#include "tools/study/runs/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string_view>

#include "tools/study/runs/results_of_run.h"

namespace smpi::study {
namespace {

namespace fs = std::filesystem;

constexpr double kept_output_most_bytes = 65536;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// How smpirun ends the story of a run; why it ended so was said before.
constexpr std::array<std::string_view, 3> closing_words = {
    ": the program aborted with code ", " of computation were measured", " ranks, simulated "};

bool is_closing(std::string_view line) {
  return line.starts_with("smpirun: ") && std::ranges::any_of(closing_words, [&](auto words) {
           return line.find(words) != line.npos;
         });
}

// The last line of what a run said, or of its closing lines the first.
std::string last_line(std::string_view text) {
  std::string_view said;
  while (!text.empty()) {
    const std::size_t before = text.find_last_of('\n');
    const std::size_t begin = before == text.npos ? 0 : before + 1;
    const std::string_view line = text.substr(begin);
    if (!line.empty()) said = line;
    if (!line.empty() && !is_closing(line)) break;
    text = text.substr(0, begin == 0 ? 0 : before);
  }
  constexpr std::size_t most = 300;
  return std::string(said.substr(0, most));
}

}  // namespace

std::string last_words(const fs::path& folder) {
  return last_line(content_of(folder / "stderr"));
}

std::string failure_of(const Job& job, const fs::path& folder, int exit_status) {
  const bool is_good = std::ranges::find(job.good_exits, exit_status) != job.good_exits.end();
  return is_good ? std::string()
                 : fmt::format("exit status {}: {}", exit_status, last_words(folder));
}

void read_what_it_wrote(const Job& job, const fs::path& folder, Outcome& outcome) {
  const std::string output = content_of(folder / "stdout");
  if (job.has_summary) outcome.summary = content_of(folder / "summary.json");
  outcome.is_output_whole = static_cast<double>(output.size()) <= kept_output_most_bytes;
  if (outcome.is_output_whole) outcome.output = output;
  if (!outcome.reason.empty()) return;
  FoundValues found = find_values(job.results, output, outcome.summary);
  outcome.values = std::move(found.values);
  outcome.reason = found.missing;
}

}  // namespace smpi::study
