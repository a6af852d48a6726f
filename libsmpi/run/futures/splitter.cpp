// SPDX-License-Identifier: BSD-3-Clause
//
// Forking, what a future does first, and what the past waits for.
#include "libsmpi/run/futures/splitter.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "kernel/end_with_parent.h"
#include "kernel/error.h"
#include "libsmpi/doors/assembly/assembled_simulation.h"
#include "libsmpi/ranks/load/libc/written_copies.h"
#include "libsmpi/ranks/load/real_process.h"

namespace smpi::futures {
namespace {

namespace fs = std::filesystem;

constexpr int first_own_descriptor = 512;  // above what programs use
constexpr int refused_status = 2;
// Of a future that has not ended yet nobody knows what memory it will take: this share of the past.
constexpr double expected_share = 0.25;

[[noreturn]] void fail(const std::string& what, const std::string& text, std::string hint = {}) {
  throw kernel::InputError(fmt::format("{} ({})", what, std::strerror(errno)),
                           {.text = text, .hint = std::move(hint)});
}

int out_of_the_way(int descriptor) {
  const int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, first_own_descriptor);
  if (moved < 0) return descriptor;
  close(descriptor);
  return moved;
}

void make_folder(const std::string& path) {
  if (mkdir(path.c_str(), 0777) != 0 && errno != EEXIST) fail("cannot make a folder", path);
}

// The file that says that a folder is ours.
std::string mark_of(const std::string& folder) {
  return folder + "/futures.json";
}

// It may be missing, empty or of an earlier run with futures.
void check_folder(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) return;
  const bool is_empty = fs::is_empty(path, error);
  if (error || !fs::is_directory(path)) {
    throw kernel::InputError("cannot use this folder", {.text = path});
  }
  if (is_empty || fs::exists(mark_of(path))) return;
  throw kernel::InputError("the folder of the futures holds something else",
                           {.text = path, .hint = "folder = \"NAME\" names another one"});
}

int open_folder(const std::string& path) {
  const int made = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (made < 0) fail("cannot use this folder", path);
  return out_of_the_way(made);
}

// Those that a future wrote and closed before it was split again.
void copy_written_files(const std::string& from, const std::string& to) {
  std::error_code error;
  if (!fs::exists(from + "/files", error)) return;
  fs::copy(from + "/files", to + "/files", fs::copy_options::recursive, error);
  if (error) {
    throw kernel::InputError(fmt::format("cannot copy files ({})", error.message()),
                             {.text = from + "/files"});
  }
}

void open_output(const std::string& path, int number) {
  const int made = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (made < 0 || dup2(made, number) < 0) fail("cannot write the output", path);
  close(made);
}

double processor_s(const rusage& usage) {
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

bool is_shared_input(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && !S_ISREG(status.st_mode);
}

}  // namespace

double own_memory_bytes(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/smaps_rollup", process));
  double sum_bytes = 0;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("Private_")) continue;
    sum_bytes += 1024.0 * std::strtod(line.c_str() + line.find(':') + 1, nullptr);
  }
  return sum_bytes;
}

Division::Division(Plan plan) : plan_(std::move(plan)) {
  folder_ = fs::absolute(plan_.folder).lexically_normal().string();
  while (folder_.size() > 1 && folder_.ends_with('/')) folder_.pop_back();
  check_folder(folder_);
  // Until the folder is made, the one that it will be in: a result that cannot be written there is
  // found before the run.
  results_ = open_folder(fs::path(folder_).parent_path().string());
  if (pipe2(tokens_, O_CLOEXEC | O_NONBLOCK) != 0) fail("cannot make a pipe", "futures");
  for (int& end : tokens_) end = out_of_the_way(end);
  const std::string tokens(plan_.running_max - 1, '+');
  if (write(tokens_[1], tokens.data(), tokens.size()) < 0) fail("cannot fill a pipe", "jobs");
}

Division::~Division() {
  close(results_);
  for (const int end : tokens_) close(end);
}

void Division::make_folders() const {
  make_folder(folder_);
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_)) fs::remove_all(entry.path(), ignored);
  make_folder(past_folder());
  std::ofstream(mark_of(folder_)) << "{}\n";
  use_results_of(past_folder());
}

void Division::use_results_of(const std::string& folder) const {
  const int made = open_folder(folder);
  if (dup3(made, results_, O_CLOEXEC) < 0) fail("cannot use this folder", folder);
  close(made);
}

void Division::remove_unused() const {
  std::error_code ignored;
  if (!fs::exists(past_folder() + "/stdout")) fs::remove_all(folder_, ignored);
}

std::string Division::result_path(const std::string& name) const {
  return fmt::format("/proc/self/fd/{}/{}", results_, name);
}

Splitter::Splitter(const Division& division, Changes& changes, AssembledSimulation& simulation)
    : division_(division),
      changes_(changes),
      simulation_(simulation),
      present_(&division.plan().root),
      folder_(division.past_folder()) {
  require_kernels(division_.plan(), simulation_);
  division_.make_folders();
  for (const int ours : {division.ledger().descriptor(), division.results_, division.tokens_[0],
                         division.tokens_[1]}) {
    files_.leave_alone(ours);
  }
}

void Splitter::start(std::span<const load::Breakpoint> breakpoints) {
  std::fflush(nullptr);
  open_output(folder_ + "/stdout", STDOUT_FILENO);
  open_output(folder_ + "/stderr", STDERR_FILENO);
  signal(SIGCHLD, SIG_DFL);  // whoever started us may have ignored it: then nobody is waited for
  simulation_.engine.allow_pauses();
  simulation_.at_pause = [this] { split(); };
  if (!breakpoints.empty()) program_calls_.emplace(simulation_.engine, breakpoints);
  expect_split(*present_->split);
}

void Splitter::expect_split(const Split& split) {
  if (split.is_of_program) return program_calls_->pause_at(split.function, split.call_count);
  if (!split.function.empty()) {
    if (!calls_) simulation_.add_observer(calls_.emplace(simulation_.engine));
    calls_->pause_at(split.function, split.call_count);
    return;
  }
  if (split.at_s <= simulation_.engine.now_s()) {
    throw kernel::InputError("a future is split after it begins",
                             {.text = fmt::format("{} s", split.at_s)});
  }
  simulation_.engine.pause_before(split.at_s);
}

void Splitter::refuse(const std::string& reason) {
  division_.ledger().tell_refusal(path_, reason);
  ::_exit(refused_status);
}

void Splitter::split() {
  if (const std::string reason = files_.obstacle(); !reason.empty()) refuse(reason);
  const Split& split = *present_->split;
  split_s_ = split.function.empty() ? split.at_s : simulation_.engine.now_s();
  past_bytes_ = own_memory_bytes(getpid());
  division_.ledger().tell_split(path_, split_s_, past_bytes_);
  static Future unchanged;
  unchanged.name = unchanged_name;
  if (start_future(unchanged)) return;
  for (const Future& future : present_->futures) {
    if (start_future(future)) return;
  }
  while (!running_.empty()) wait_for_one();
  ::_exit(0);
}

// _Fork(3) calls no handlers of pthread_atfork(3): they take a child of a rank out of the
// simulation, and this one goes on with it.
bool Splitter::start_future(const Future& future) {
  const bool has_token = wait_for_turn();
  const std::string path = path_.empty() ? future.name : path_ + "/" + future.name;
  division_.ledger().tell_start(path);
  const pid_t parent = getpid();
  const pid_t child = _Fork();
  if (child < 0) {
    division_.ledger().tell_refusal(path, fmt::format("no process ({})", std::strerror(errno)));
    give_turn_back(has_token);
    return false;
  }
  if (child > 0) {
    running_[child] = {path, has_token};
    return false;
  }
  kernel::end_with_parent(parent, SIGKILL, refused_status);
  load::note_simulating_process();
  path_ = path;
  try {
    become(future);
  } catch (const kernel::InputError& error) {
    refuse(error.what());
  }
  return true;
}

void Splitter::become(const Future& future) {
  const std::string old_folder = folder_;
  const bool is_first = present_ == &division_.plan().root;
  folder_ = fmt::format("{}/{}", is_first ? division_.folder() : old_folder, future.name);
  make_folder(folder_);
  copy_written_files(old_folder, folder_);
  files_.make_own(old_folder, folder_);
  division_.use_results_of(folder_);
  if (is_shared_input(STDIN_FILENO)) {  // what one future reads, the others would miss
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    dup2(nothing, STDIN_FILENO);
    close(nothing);
  }
  load::keep_writes_in(folder_ + "/files");
  running_.clear();
  has_free_turn_ = true;
  own_bytes_max_ = 0;
  present_ = &future;
  const auto change = changes_.find(&future);
  if (change != changes_.end()) change->second.apply(future, simulation_, split_s_);
  if (is_first) note_memory_at_end();
  if (future.split) {
    expect_split(*future.split);
  } else if (program_calls_) {
    ProgramCallCounter::stop();
  }
}

// Of whichever future this process is then.
void Splitter::note_memory_at_end() {
  simulation_.before_first_end = [this, before = std::move(simulation_.before_first_end)] {
    if (before) before();
    division_.ledger().tell_memory(path_, own_memory_bytes(getpid()));
  };
}

bool Splitter::take_token() {
  char token = 0;
  return read(division_.tokens_[0], &token, 1) == 1;
}

void Splitter::give_turn_back(bool is_token) {
  if (!is_token) {
    has_free_turn_ = true;
    return;
  }
  [[maybe_unused]] const ssize_t written = write(division_.tokens_[1], "+", 1);
}

bool Splitter::is_room_in_memory() const {
  const double limit_bytes = division_.plan().memory_bytes;
  if (limit_bytes <= 0 || running_.empty()) return true;
  double sum_bytes = past_bytes_;
  const double expected_bytes = own_bytes_max_ > 0 ? own_bytes_max_ : expected_share * past_bytes_;
  for (const auto& [process, running] : running_) {
    sum_bytes += std::max(own_memory_bytes(process), expected_bytes);
  }
  return sum_bytes + expected_bytes <= limit_bytes;
}

bool Splitter::wait_for_turn() {
  for (;; wait_for_one()) {
    if (!is_room_in_memory()) continue;
    if (std::exchange(has_free_turn_, false)) return false;
    if (take_token()) return true;
  }
}

void Splitter::wait_for_one() {
  int status = 0;
  rusage usage{};
  const pid_t ended = wait4(-1, &status, 0, &usage);
  const auto found = running_.find(ended);
  if (found == running_.end()) {
    if (ended >= 0 || errno != ECHILD) return;
    running_.clear();  // somebody else has waited for them
    has_free_turn_ = true;
    return;
  }
  division_.ledger().tell_end(found->second.path, status, processor_s(usage));
  const auto outcomes = division_.ledger().read();
  own_bytes_max_ = std::max(own_bytes_max_, outcomes.at(found->second.path).own_bytes);
  give_turn_back(found->second.has_token);
  running_.erase(found);
}

}  // namespace smpi::futures
