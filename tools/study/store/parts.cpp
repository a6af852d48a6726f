// SPDX-License-Identifier: BSD-3-Clause
//
// write(2) of a whole line, fsync, and reading up to the last end of line.
#include "tools/study/store/parts.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <sstream>
#include <system_error>

namespace smpi::study {
namespace {

constexpr mode_t file_mode = 0644;

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

struct Descriptor {
  explicit Descriptor(int opened) : number(opened) {}
  ~Descriptor() {
    if (number >= 0) close(number);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number;
};

std::string read_from(const std::string& path, std::int64_t offset_bytes) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number < 0) return {};
  std::string text;
  constexpr std::size_t block_bytes = 1 << 16;
  while (true) {
    const std::size_t before = text.size();
    text.resize(before + block_bytes);
    const ssize_t count = pread(file.number, text.data() + before, block_bytes,
                                offset_bytes + static_cast<std::int64_t>(before));
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count <= 0) return text;
  }
}

}  // namespace

PartWriter::PartWriter(const std::string& path)
    : descriptor_(open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, file_mode)) {
  if (descriptor_ < 0) fail(path);
  size_bytes_ = lseek(descriptor_, 0, SEEK_END);
  char last = '\n';
  if (size_bytes_ > 0 && pread(descriptor_, &last, 1, size_bytes_ - 1) != 1) fail(path);
  if (last == '\n') return;
  if (write(descriptor_, "\n", 1) != 1) fail(path);
  size_bytes_++;
}

PartWriter::~PartWriter() {
  close(descriptor_);
}

void PartWriter::append(const Outcome& outcome) {
  const std::string line = outcome_line(outcome);
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t count = write(descriptor_, line.data() + written, line.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const int reason = errno;
      // Where this fails too, the half line has no hash.
      if (ftruncate(descriptor_, size_bytes_) != 0) errno = reason;
      errno = reason;
      fail("the result of a run");
    }
    written += static_cast<std::size_t>(count);
  }
  if (fsync(descriptor_) != 0) fail("the result of a run");
  size_bytes_ += static_cast<std::int64_t>(line.size());
}

std::vector<Outcome> read_part(const std::string& path) {
  std::istringstream lines(read_from(path, 0));
  std::vector<Outcome> outcomes;
  for (std::string line; std::getline(lines, line);) {
    if (auto outcome = read_outcome(line)) outcomes.push_back(std::move(*outcome));
  }
  return outcomes;
}

std::vector<Outcome> PartReader::take() {
  std::vector<std::string> names;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, missing)) {
    if (entry.path().extension() == ".jsonl") names.push_back(entry.path().filename());
  }
  std::ranges::sort(names);
  std::vector<Outcome> outcomes;
  for (const std::string& name : names) take_from(name, outcomes);
  return outcomes;
}

void PartReader::take_from(const std::string& name, std::vector<Outcome>& outcomes) {
  std::int64_t& offset_bytes = offsets_bytes_[name];
  const std::string text = read_from(folder_ + "/" + name, offset_bytes);
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    if (auto outcome = read_outcome(line)) outcomes.push_back(std::move(*outcome));
  }
  offset_bytes += static_cast<std::int64_t>(begin);
}

}  // namespace smpi::study
