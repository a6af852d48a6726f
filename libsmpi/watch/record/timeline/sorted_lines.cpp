// SPDX-License-Identifier: BSD-3-Clause
//
// In a run laid aside, a line stands behind its time.
#include "libsmpi/watch/record/timeline/sorted_lines.h"

#include <algorithm>
#include <queue>
#include <utility>

namespace smpi::record {
namespace {

constexpr std::size_t run_bytes = 16 << 20;

// The line that a run has now.
struct Head {
  std::uint64_t time_ns;
  std::size_t run;
  std::string line;
  bool operator>(const Head& other) const {
    return std::pair(time_ns, run) > std::pair(other.time_ns, other.run);
  }
};

bool read(SpoolFile& file, Head& head) {
  return file.read_bytes(&head.time_ns, sizeof head.time_ns) && file.read_line(head.line);
}

}  // namespace

SortedLines::SortedLines(std::string path, std::string what)
    : path_(std::move(path)), what_(std::move(what)) {}

void SortedLines::add(std::uint64_t time_ns, std::string_view line) {
  lines_.push_back({time_ns, text_.size(), static_cast<std::uint32_t>(line.size())});
  text_ += line;
  size_bytes_ += line.size();
  if (text_.size() >= run_bytes) lay_aside();
}

void SortedLines::sort() {
  std::ranges::stable_sort(lines_, {}, &Line::time_ns);
}

void SortedLines::lay_aside() {
  sort();
  auto& run = runs_.emplace_back(std::make_unique<SpoolFile>(path_, what_));
  for (const Line& line : lines_) {
    run->append({reinterpret_cast<const char*>(&line.time_ns), sizeof line.time_ns});
    run->append(std::string_view(text_).substr(line.begin, line.size));
  }
  text_.clear();
  lines_.clear();
}

void SortedLines::for_each(const std::function<void(std::string_view)>& visit) {
  if (runs_.empty()) {
    sort();
    for (const Line& line : lines_) visit(std::string_view(text_).substr(line.begin, line.size));
    return;
  }
  lay_aside();
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
  for (std::size_t run = 0; run < runs_.size(); run++) {
    runs_[run]->rewind();
    Head head{.time_ns = 0, .run = run, .line = {}};
    if (read(*runs_[run], head)) heads.push(std::move(head));
  }
  while (!heads.empty()) {
    Head head = heads.top();
    heads.pop();
    visit(head.line);
    if (read(*runs_[head.run], head)) heads.push(std::move(head));
  }
  for (const auto& run : runs_) run->require_whole();
}

}  // namespace smpi::record
