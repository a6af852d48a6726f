// SPDX-License-Identifier: BSD-3-Clause
//
// Writing and reading words.
#include "libsmpi/run/observe/call_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "kernel/error.h"

namespace smpi::observe {
namespace {

constexpr std::size_t size_max_bytes = std::size_t{1} << 36;  // sparse
constexpr std::uint64_t word_bytes = sizeof(std::uint64_t);
constexpr std::size_t chunk_bytes = std::size_t{1} << 20;
constexpr std::size_t header_words = 2;
constexpr std::uint64_t site_mark = ~std::uint64_t{0};
constexpr std::size_t call_words = 2;  // before the arguments of a call
constexpr std::size_t site_words = 2;  // before the text of a site

std::size_t text_words(std::size_t size_bytes) {
  return (size_bytes + word_bytes - 1) / word_bytes;
}

std::size_t argument_count(std::uint64_t head) {
  return head & 0xff;
}

[[noreturn]] void refuse(const std::string& folder, int error) {
  throw kernel::InputError(
      fmt::format("cannot keep MPI calls in a file of this folder ({})", std::strerror(error)),
      {.text = folder, .hint = "give -tmpdir FOLDER"});
}

// Not by _exit(), which ends one rank; an exception cannot pass through the program.
[[noreturn]] void end_process() {
  std::fflush(nullptr);
  syscall(SYS_exit_group, EXIT_FAILURE);
  __builtin_unreachable();
}

}  // namespace

CallLog::CallLog(const std::string& folder) : folder_(folder) {
  signal(SIGXFSZ, SIG_IGN);
  std::string name = folder + "/smpi-calls.XXXXXX";
  file_ = mkostemp(name.data(), O_CLOEXEC);
  if (file_ < 0) refuse(folder, errno);
  unlink(name.c_str());
  const int error = reserve(word_bytes * header_words);
  void* memory = MAP_FAILED;
  if (error == 0) {
    memory =
        mmap(nullptr, size_max_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_, 0);
  }
  if (memory == MAP_FAILED) {
    ::close(file_);
    refuse(folder, error == 0 ? errno : error);
  }
  words_ = static_cast<std::uint64_t*>(memory);
  words_[0] = header_words;
}

CallLog::~CallLog() {
  munmap(words_, size_max_bytes);
  ::close(file_);
}

void CallLog::require_complete() const {
  if (words_[1] != 0) refuse(folder_, static_cast<int>(words_[1]));
}

int CallLog::reserve(std::size_t size_bytes) {
  if (size_bytes <= reserved_bytes_) return 0;
  const std::size_t wanted_bytes = (size_bytes / chunk_bytes + 1) * chunk_bytes;
  const int error = posix_fallocate(file_, static_cast<off_t>(reserved_bytes_),
                                    static_cast<off_t>(wanted_bytes - reserved_bytes_));
  if (error == 0) reserved_bytes_ = wanted_bytes;
  return error;
}

std::uint64_t* CallLog::take(std::size_t count) {
  const std::uint64_t first = words_[0];
  SIM_ASSERT((first + count) * word_bytes <= size_max_bytes, "the log of MPI calls is full");
  if (const int error = reserve((first + count) * word_bytes); error != 0) {
    words_[1] = static_cast<std::uint64_t>(error);
    end_process();
  }
  words_[0] = first + count;
  return words_ + first;
}

std::uint64_t CallLog::add_site(std::string_view text) {
  std::uint64_t* words = take(site_words + text_words(text.size()));
  words[1] = text.size();
  std::memcpy(words + site_words, text.data(), text.size());
  words[0] = site_mark;
  return static_cast<std::uint64_t>(words - words_);
}

void CallLog::add(const LoggedCall& call) {
  std::uint64_t* words = take(call_words + call.arguments.size());
  words[0] = std::uint64_t{call.rank} << 32 | call.function << 8 | call.arguments.size();
  words[1] = call.site;
  if (!call.arguments.empty()) {
    std::memcpy(words + call_words, call.arguments.data(), call.arguments.size_bytes());
  }
}

std::vector<std::vector<std::uint64_t>> CallLog::calls_by_rank() const {
  std::vector<std::vector<std::uint64_t>> calls;
  for (std::uint64_t place = header_words; place < words_[0];) {
    const std::uint64_t head = words_[place];
    if (head == site_mark) {
      place += site_words + text_words(words_[place + 1]);
      continue;
    }
    const std::uint64_t rank = head >> 32;
    if (rank >= calls.size()) calls.resize(rank + 1);
    calls[rank].push_back(place);
    place += call_words + argument_count(head);
  }
  return calls;
}

LoggedCall CallLog::call_at(std::uint64_t place) const {
  const std::uint64_t* words = words_ + place;
  return {.rank = static_cast<std::uint32_t>(words[0] >> 32),
          .function = (words[0] & 0xffffffff) >> 8,
          .site = words[1],
          .arguments = {words + call_words, argument_count(words[0])}};
}

std::string_view CallLog::site_text(std::uint64_t site) const {
  const std::uint64_t* words = words_ + site;
  return {reinterpret_cast<const char*>(words + site_words), words[1]};
}

}  // namespace smpi::observe
