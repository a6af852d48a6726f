// SPDX-License-Identifier: BSD-3-Clause
//
// Requests to the helper, and how it is started.
#include "tools/packets/helper_link.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "kernel/error.h"
#include "kernel/print.h"
#include "tools/packets/helper_protocol.h"

namespace smpi::packets {
namespace {

using models::packet::Carrier;
using models::packet::never;
using models::packet::Picoseconds;

constexpr int lost_status = 3;
constexpr std::size_t head_words = 2;  // of a request: its kind, its length

}  // namespace

std::unique_ptr<HelperLink> HelperLink::find() {
  const char* const text = std::getenv(helper_variable);
  if (text == nullptr) return nullptr;
  int socket = -1;
  const char* const end = text + std::strlen(text);
  const auto [rest, error] = std::from_chars(text, end, socket);
  if (error != std::errc() || rest != end || fcntl(socket, F_GETFD) < 0) {
    throw kernel::InputError(fmt::format("{} is for {} only", helper_variable, helper_name),
                             {.text = text, .hint = "leave it out of the environment"});
  }
  unsetenv(helper_variable);
  return std::unique_ptr<HelperLink>(new HelperLink(socket));
}

HelperLink::HelperLink(int socket) : socket_(socket) {
  std::array<std::uint64_t, 2> greeting{};
  if (!receive_words(socket_, greeting)) give_up();
  index_ = static_cast<std::uint32_t>(greeting[0]);
  process_count_ = static_cast<std::uint32_t>(greeting[1]);
}

HelperLink::~HelperLink() {
  close(socket_);
}

// The helper has said why; without it there is nothing to go on with.
void HelperLink::give_up() {
  kernel::print_message("smpi-packets: {} has ended\n", helper_name);
  std::_Exit(lost_status);
}

void HelperLink::deal(std::uint32_t part_count) {
  SIM_ASSERT(part_count >= process_count_, "a part for each process");
  part_count_ = part_count;
}

void HelperLink::ask(Request request) {
  const std::array<std::uint64_t, head_words> head = {static_cast<std::uint64_t>(request),
                                                      words_.size()};
  if (!send_words(socket_, head) || !send_words(socket_, words_)) give_up();
  std::uint64_t count = 0;
  if (!receive_words(socket_, {&count, 1})) give_up();
  words_.resize(count);
  if (!receive_words(socket_, words_)) give_up();
}

void HelperLink::share(std::span<Picoseconds> next_times) {
  words_.assign(next_times.size(), static_cast<std::uint64_t>(never));
  for (std::uint32_t part = first_part(); part < end_part(); part++) {
    words_[part] = static_cast<std::uint64_t>(next_times[part]);
  }
  ask(Request::share);
  for (std::size_t part = 0; part < next_times.size(); part++) {
    next_times[part] = static_cast<Picoseconds>(words_[part]);
  }
}

// For each part that gets something: its number, a number of words, these words.
void HelperLink::exchange(std::span<Carrier* const> parts) {
  words_.assign(process_count_, 0);
  for (std::uint32_t process = 0; process < process_count_; process++) {
    if (process == index_) continue;
    const std::size_t before = words_.size();
    for (Carrier* const from : parts) {
      const std::span<std::vector<std::uint64_t>> outboxes = from->outboxes();
      if (outboxes.empty()) continue;
      for (std::uint32_t to = first_part_of(process); to < first_part_of(process + 1); to++) {
        if (outboxes[to].empty()) continue;
        words_.push_back(to);
        words_.push_back(outboxes[to].size());
        words_.insert(words_.end(), outboxes[to].begin(), outboxes[to].end());
      }
    }
    words_[process] = words_.size() - before;
  }
  ask(Request::exchange);
  for (std::size_t at = 0; at < words_.size();) {
    const std::size_t part = words_[at] - first_part();
    const std::size_t count = words_[at + 1];
    parts[part]->take(std::span(words_).subspan(at + 2, count));
    at += 2 + count;
  }
}

// An answer to `meet` or `collect`.
std::vector<Words> HelperLink::words_of_processes() const {
  std::vector<Words> all;
  if (words_.empty()) return all;
  auto at = words_.begin() + process_count_;
  for (std::uint32_t process = 0; process < process_count_; process++) {
    const auto end = at + static_cast<std::ptrdiff_t>(words_[process]);
    all.emplace_back(at, end);
    at = end;
  }
  return all;
}

Failure HelperLink::meet_with(const Failure& failure) {
  meetings_left_--;
  words_ = {static_cast<std::uint64_t>(failure.status)};
  put_text(failure.text, words_);
  ask(Request::meet);
  for (const Words& words : words_of_processes()) {
    WordReader reader(words);
    const int status = static_cast<int>(reader.word());
    if (status != 0) return {status, reader.text()};
  }
  return {};
}

void HelperLink::meet() {
  const Failure failure = meet_with({});
  if (failure.status == 0) return;
  meetings_left_ = 0;
  throw ProcessFailed(failure);
}

Failure HelperLink::fail(const Failure& failure) {
  const Failure first = meet_with(failure);
  meetings_left_ = 0;
  return first;
}

std::vector<Words> HelperLink::collect(const Words& words) {
  words_ = words;
  ask(Request::collect);
  return words_of_processes();
}

void HelperLink::end(int status) {
  const std::array<std::uint64_t, head_words + 1> request = {
      static_cast<std::uint64_t>(Request::end), 1, static_cast<std::uint64_t>(status)};
  if (!send_words(socket_, request)) give_up();
}

void start_processes(std::uint32_t count, char** argv) {
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe");
  const std::string helper = self.parent_path() / helper_name;
  if (access(helper.c_str(), X_OK) != 0) {
    throw kernel::InputError(
        "this smpi-packets was built without Open MPI",
        {.text = fmt::format("--processes {}", count),
         .hint = fmt::format("install its development files (Debian: libopenmpi-dev) and build it "
                             "again: then {} stands beside it",
                             helper_name)});
  }
  const std::string count_text = std::to_string(count);
  // Quiet: mpirun explains exit statuses that are ours. Cores are not its to give on one machine.
  std::vector<const char*> words = {"mpirun", "--quiet", "--oversubscribe",  "--bind-to",
                                    "none",   "-np",     count_text.c_str(), helper.c_str()};
  for (char** word = argv + 1; *word != nullptr; word++) words.push_back(*word);
  words.push_back(nullptr);
  // mpirun warns root of programs that may do harm; this one is ours, and containers are often
  // root.
  if (geteuid() == 0) {
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
  }
  // Debian has several libraries of MPI; the first name is Open MPI's own.
  for (const char* mpirun : {"mpirun.openmpi", "mpirun"}) {
    execvp(mpirun, const_cast<char* const*>(words.data()));
  }
  throw kernel::InputError(
      fmt::format("cannot start mpirun ({})", std::strerror(errno)),
      {.text = fmt::format("--processes {}", count), .hint = "Debian: openmpi-bin"});
}

}  // namespace smpi::packets
