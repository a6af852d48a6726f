// SPDX-License-Identifier: BSD-3-Clause
//
// The remover reads from a pipe into which nobody writes: its end says that all others are gone.
#include "libsmpi/run/launch/kept_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "kernel/error.h"

namespace smpi::launch {
namespace {

namespace fs = std::filesystem;

// The file that says that a folder is ours.
constexpr const char* mark = "/restart.txt";

[[noreturn]] void refuse(const std::string& what, const std::string& path, std::string hint = {}) {
  throw kernel::InputError(what, {.text = path, .hint = std::move(hint)});
}

void make_named(const std::string& path) {
  std::error_code error;
  if (fs::exists(path, error)) {
    const bool is_empty = fs::is_directory(path, error) && fs::is_empty(path, error);
    if (!is_empty && !fs::exists(path + mark)) {
      refuse("the folder of a job that starts again holds something else", path,
             "folder = \"NAME\" in [restart] names another one");
    }
    fs::remove_all(path + "/files", error);
  }
  if (!error) fs::create_directories(path, error);
  if (error) refuse(fmt::format("cannot use this folder ({})", error.message()), path);
  if (!(std::ofstream(path + mark) << "Files that ranks wrote in a run with [restart].\n")) {
    refuse("cannot write into this folder", path);
  }
}

}  // namespace

KeptFolder::KeptFolder(const std::string& name, const std::string& place) {
  if (!name.empty()) {
    path_ = fs::absolute(name).lexically_normal().string();
    make_named(path_);
    return;
  }
  // The remover first: this process may end at any moment.
  path_ = fmt::format("{}/smpi-restart-{}", fs::absolute(place).native(), getpid());
  start_remover();
  if (mkdir(path_.c_str(), 0700) != 0) {
    refuse(fmt::format("cannot make a folder ({})", std::strerror(errno)), path_);
  }
  path_ = fs::canonical(path_).string();
}

KeptFolder::~KeptFolder() {
  if (lifeline_ < 0) return;
  close(lifeline_);
  waitpid(remover_, nullptr, 0);
}

void KeptFolder::start_remover() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) refuse("cannot make a pipe", "[restart]");
  remover_ = fork();
  if (remover_ < 0) refuse("cannot start a process", "fork");
  if (remover_ > 0) {
    close(ends[0]);
    lifeline_ = ends[1];
    return;
  }
  close(ends[1]);
  setsid();  // what the terminal sends ends the others first
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) ::signal(signal, SIG_IGN);
  char nothing = 0;
  while (read(ends[0], &nothing, 1) < 0 && errno == EINTR) {
  }
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  ::_exit(0);
}

}  // namespace smpi::launch
