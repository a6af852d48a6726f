// SPDX-License-Identifier: BSD-3-Clause
//
// The command as a shell takes it, and what is known of the run's end.
#include "tools/study/results/why.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>

#include "kernel/error.h"
#include "tools/study/runs/identity.h"
#include "tools/study/store/study_store.h"

namespace smpi::study {
namespace {

namespace fs = std::filesystem;

std::string shell_word(const std::string& word) {
  constexpr const char* plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

struct RunName {
  std::size_t point = 0;  // from 1
  unsigned replica = 0;
};

RunName parse_name(const std::string& name, std::size_t point_count) {
  RunName run;
  const char* end = name.data() + name.size();
  const auto [dot, point_status] = std::from_chars(name.data(), end, run.point);
  bool is_right = point_status == std::errc{};
  if (is_right && dot != end) {
    const auto [rest, status] = std::from_chars(dot + 1, end, run.replica);
    is_right = *dot == '.' && status == std::errc{} && rest == end;
  }
  if (!is_right || run.point == 0 || run.point > point_count) {
    throw kernel::InputError(
        "the study has no such run",
        {.text = name,
         .hint = fmt::format("runs are 1.0 to {}.0: point and replica", point_count)});
  }
  return run;
}

std::string end_of(const Plan& plan, const StudyFolder& folder, const RunName& name) {
  if (!folder.exists()) return "it was not run yet\n";
  StudyStore store(folder, Database::Access::read);
  const std::string json = point_json(plan, name.point - 1);
  std::int64_t id = 0;
  for (const StoredPoint& point : store.points()) {
    if (point.parameters == json) id = point.id;
  }
  for (const StoredRun& run : store.runs()) {
    if (run.point != id || run.replica != name.replica) continue;
    std::string text = fmt::format("state {}, key {}\n", state_name(run.state), run.key);
    if (run.state == State::planned || run.state == State::leased) return text;
    text += fmt::format("exit status {}, {:.6g} s, {:.4g} MB at most, attempt {}\n", run.exit,
                        run.wall_s, run.peak_bytes / 1e6, run.attempt);
    if (!run.reason.empty()) text += fmt::format("reason: {}\n", run.reason);
    for (const auto& [result, value] : run.values) text += fmt::format("{} = {}\n", result, value);
    const std::string kept = fmt::format("{}/{}.{}", folder.runs(), name.point, name.replica);
    if (fs::exists(kept)) text += fmt::format("its folder: {}\n", kept);
    if (const auto output = store.output(run.id)) text += "it printed:\n" + *output;
    return text;
  }
  return "it was not run yet\n";
}

}  // namespace

std::string why(const Plan& plan, const StudyFolder& folder, const std::string& name) {
  const RunName run = parse_name(name, plan.points.size());
  const std::vector<Value> values = template_values(plan, run.point - 1, run.replica);
  Identities identities(plan,
                        fs::path(fs::read_symlink("/proc/self/exe")).parent_path() / "smpirun");
  std::string text;
  for (std::size_t i = 0; i < plan.names.size(); ++i) {
    text += fmt::format("{} = {}\n", plan.names[i], value_text(values[i]));
  }
  text += fmt::format("seed {}\n\n", seed_of(plan, run.point - 1, run.replica));
  for (const auto& [file, content] : plan.files) {
    text += fmt::format("cat > {} <<'END-OF-FILE'\n{}", shell_word(file), content.fill(values));
    if (!text.ends_with('\n')) text += '\n';
    text += "END-OF-FILE\n";
  }
  if (plan.future) {
    const std::pair<std::string, std::string> future = {"point", plan.future->lines(values)};
    text += fmt::format("cat > future.toml <<'END-OF-FILE'\n{}END-OF-FILE\n",
                        futures_file(plan.future->at_s, std::span(&future, 1)));
  }
  for (const std::string& input : plan.inputs)
    text += fmt::format("ln -s {} .\n", shell_word(input));
  std::string line;
  for (const std::string& word : identities.command(run.point - 1, run.replica)) {
    line += (line.empty() ? "" : " ") + shell_word(word);
  }
  return text + line + "\n\n" + end_of(plan, folder, run);
}

}  // namespace smpi::study
