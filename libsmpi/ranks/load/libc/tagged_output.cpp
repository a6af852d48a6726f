// SPDX-License-Identifier: BSD-3-Clause
//
// The files in memory, and cutting their contents into lines.
#include "libsmpi/ranks/load/libc/tagged_output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kernel/error.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/real_process.h"

namespace smpi::load {
namespace {

int replace_descriptor(int descriptor, int target) {
  static auto* const next = next_function<int(int, int)>("dup2");
  return next(descriptor, target);
}

void close_descriptor(int descriptor) {
  static auto* const next = next_function<int(int)>("close");
  next(descriptor);
}

// Errors are not reported: nobody could be told.
void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(descriptor, text.data(), text.size());
    if (count < 0 && errno != EINTR) return;
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
}

class TaggedStream {
 public:
  explicit TaggedStream(int number)
      : number_(number),
        target_(fcntl(number, F_DUPFD_CLOEXEC, 3)),
        file_(memfd_create("smpi-output", MFD_CLOEXEC)) {
    SIM_ASSERT(target_ >= 0 && file_ >= 0, "no descriptors for tagged output");
    fcntl(file_, F_SETFL, O_APPEND);
    replace_descriptor(file_, number);
  }
  ~TaggedStream() {
    std::string rest;
    for (const auto& [rank, text] : unfinished_) rest += fmt::format("[{}] {}\n", rank, text);
    write_all(target_, rest);
    replace_descriptor(target_, number_);
    close_descriptor(target_);
    close_descriptor(file_);
  }
  TaggedStream(const TaggedStream&) = delete;
  TaggedStream& operator=(const TaggedStream&) = delete;

  // Prints the whole lines of what the rank wrote; what no rank wrote is printed as it is.
  void print(std::optional<int> rank) {
    const std::string text = take();
    if (text.empty()) return;
    write_all(target_, rank ? tagged_lines(*rank, text) : text);
  }

 private:
  std::string take() {
    struct stat state {};
    if (fstat(file_, &state) != 0 || state.st_size == 0) return {};
    std::string text(static_cast<std::size_t>(state.st_size), '\0');
    const ssize_t count = pread(file_, text.data(), text.size(), 0);
    text.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    SIM_ASSERT(ftruncate(file_, 0) == 0, "ftruncate failed");
    return text;
  }

  std::string tagged_lines(int rank, std::string_view text) {
    std::string lines;
    std::string& unfinished = unfinished_[rank];
    for (;;) {
      const std::size_t end = text.find('\n');
      unfinished += text.substr(0, end);
      if (end == std::string_view::npos) break;
      lines += fmt::format("[{}] {}\n", rank, unfinished);
      unfinished.clear();
      text.remove_prefix(end + 1);
    }
    if (unfinished.empty()) unfinished_.erase(rank);
    return lines;
  }

  int number_;
  int target_;  // what the descriptor was
  int file_;    // what it is
  std::map<int, std::string> unfinished_;
};

struct Tagging {
  TaggedStream output{STDOUT_FILENO};
  TaggedStream error{STDERR_FILENO};
  std::optional<int> writer;  // the rank that runs
};

std::unique_ptr<Tagging> tagging;

void print_of_writer() {
  std::fflush(stdout);
  std::fflush(stderr);
  tagging->output.print(tagging->writer);
  tagging->error.print(tagging->writer);
}

}  // namespace

TaggedOutput::TaggedOutput() {
  std::fflush(nullptr);
  tagging = std::make_unique<Tagging>();
  process_attributes_differ = true;
}

TaggedOutput::~TaggedOutput() {
  stop_tagging();
}

void switch_tag(const LibcState* next) {
  if (tagging == nullptr || !in_simulating_process()) return;
  print_of_writer();
  tagging->writer.reset();
  if (next != nullptr) tagging->writer = next->process_id - first_process_id;
}

void stop_tagging() {
  if (tagging == nullptr || !in_simulating_process()) return;
  print_of_writer();
  tagging.reset();
}

}  // namespace smpi::load
