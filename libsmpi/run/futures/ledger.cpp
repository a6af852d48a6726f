// SPDX-License-Identifier: BSD-3-Clause
//
// A line is a word, the path and values, apart by tabs.
#include "libsmpi/run/futures/ledger.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <vector>

#include "kernel/error.h"

namespace smpi::futures {
namespace {

// Above what programs use.
constexpr int first_own_descriptor = 512;

std::vector<std::string> split_line(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream text(line);
  for (std::string word; std::getline(text, word, '\t');) words.push_back(word);
  words.resize(4);
  return words;
}

}  // namespace

Ledger::Ledger() : descriptor_(-1) {
  const int made = memfd_create("smpi-ledger", MFD_CLOEXEC);
  SIM_ASSERT(made >= 0, "memfd_create failed");
  descriptor_ = fcntl(made, F_DUPFD_CLOEXEC, first_own_descriptor);
  if (descriptor_ < 0) {
    descriptor_ = made;
  } else {
    close(made);
  }
  fcntl(descriptor_, F_SETFL, O_APPEND);
}

Ledger::~Ledger() {
  close(descriptor_);
}

void Ledger::append(const std::string& line) const {
  [[maybe_unused]] const ssize_t written = write(descriptor_, line.data(), line.size());
}

void Ledger::tell_start(const std::string& path) const {
  append(fmt::format("start\t{}\n", path));
}

void Ledger::tell_end(const std::string& path, int wait_status, double processor_s) const {
  append(fmt::format("end\t{}\t{}\t{}\n", path, wait_status, processor_s));
}

void Ledger::tell_memory(const std::string& path, double own_bytes) const {
  append(fmt::format("memory\t{}\t{}\n", path, own_bytes));
}

void Ledger::tell_split(const std::string& path, double split_s, double shared_bytes) const {
  append(fmt::format("split\t{}\t{}\t{}\n", path, split_s, shared_bytes));
}

void Ledger::tell_refusal(const std::string& path, const std::string& reason) const {
  append(fmt::format("refused\t{}\t{}\n", path, reason));
}

std::map<std::string, Outcome> Ledger::read() const {
  std::map<std::string, Outcome> outcomes;
  std::ifstream file(fmt::format("/proc/self/fd/{}", descriptor_));
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> words = split_line(line);
    Outcome& outcome = outcomes[words[1]];
    const double value = std::strtod(words[2].c_str(), nullptr);
    const double second = std::strtod(words[3].c_str(), nullptr);
    if (words[0] == "start") outcome.has_started = true;
    if (words[0] == "memory") outcome.own_bytes = std::max(outcome.own_bytes, value);
    if (words[0] == "refused") outcome.refusal = words[2];
    if (words[0] == "split") {
      outcome.was_split = true;
      outcome.split_s = value;
      outcome.shared_bytes = second;
    }
    if (words[0] == "end") {
      outcome.has_ended = true;
      outcome.wait_status = static_cast<int>(value);
      outcome.processor_s = second;
    }
  }
  return outcomes;
}

}  // namespace smpi::futures
