// SPDX-License-Identifier: BSD-3-Clause
//
// Columns of a line, checked one after the other.
#include "libsmpi/run/jobs/replay_jobs.h"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <sstream>

#include "kernel/file_kind.h"
#include "libsmpi/run/placement/entry_lines.h"

namespace smpi::jobs {
namespace {

constexpr const char* columns = "a line is: name trace np start_s [hostfile]";

template <class Number>
std::optional<Number> number_of(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

class LineReader {
 public:
  LineReader(const std::string& file, const placement::EntryLine& line)
      : where_{.file = file, .line = line.number} {
    std::istringstream words(line.text);
    for (std::string word; words >> word;) words_.push_back(word);
    if (words_.size() < 4 || words_.size() > 5) refuse("not a job", line.text, columns);
  }

  ReplayJob read() {
    ReplayJob result;
    result.job.name = words_[0];
    result.job.where = where_;
    result.trace = find_file(words_[1], "there is no such trace");
    const auto rank_count = number_of<std::uint32_t>(words_[2]);
    if (!rank_count || *rank_count == 0) {
      refuse("the number of ranks is not a whole number above 0", words_[2], columns);
    }
    result.job.rank_count = *rank_count;
    const auto start_s = number_of<double>(words_[3]);
    if (!start_s || !std::isfinite(*start_s)) {
      refuse("the start is not a number of seconds", words_[3], columns);
    }
    if (*start_s < 0) refuse("a job cannot start before the run", words_[3], "0 is the start");
    result.job.start_s = *start_s;
    if (words_.size() == 5) result.hostfile = find_file(words_[4], "there is no such hostfile");
    return result;
  }

  [[noreturn]] void refuse(const char* message, const std::string& text,
                           const std::string& hint) const {
    Where where = where_;
    where.text = text;
    where.hint = hint;
    throw kernel::InputError(message, where);
  }

 private:
  std::string find_file(const std::string& name, const char* message) const {
    if (kernel::is_file(name)) return name;
    const auto beside = std::filesystem::path(where_.file).parent_path() / name;
    if (kernel::is_file(beside)) return beside.string();
    refuse(message, name, "paths are relative to the working folder, or to this file");
  }

  Where where_;
  std::vector<std::string> words_;
};

}  // namespace

std::vector<ReplayJob> read_replay_jobs(const std::string& path) {
  std::vector<ReplayJob> jobs;
  std::set<std::string> names;
  for (const placement::EntryLine& line : placement::read_entry_lines(path, "the file of jobs")) {
    LineReader reader(path, line);
    jobs.push_back(reader.read());
    const std::string& name = jobs.back().job.name;
    if (!names.insert(name).second) {
      reader.refuse("two jobs have this name", name, "times are told by name");
    }
  }
  if (jobs.empty()) throw kernel::InputError("there is no job", {.file = path, .hint = columns});
  return jobs;
}

}  // namespace smpi::jobs
