// SPDX-License-Identifier: BSD-3-Clause
//
// flock(2): the system gives the lock back whatever happens to its owner. The text in the file is
// for whoever meets it.
#include "tools/study/store/study_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "kernel/error.h"
#include "kernel/read_file.h"

namespace smpi::study {
namespace {

namespace fs = std::filesystem;

std::string own_identity() {
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return fmt::format("process {} on {}", getpid(), host.data());
}

}  // namespace

bool StudyFolder::exists() const {
  return fs::exists(database());
}

void StudyFolder::create() const {
  for (const std::string& folder : {path_, parts(), runs()}) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
      throw kernel::InputError(
          fmt::format("the folder of the study cannot be made ({})", error.message()),
          {.file = folder, .hint = "it lies beside the plan; --folder names another place"});
    }
  }
}

kernel::InputError no_study(const StudyFolder& folder) {
  return {"there is no study here yet",
          {.file = folder.path(), .hint = "smpi-study run starts it"}};
}

StudyLock::StudyLock(const StudyFolder& folder)
    : descriptor_(open(folder.lock().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  if (descriptor_ < 0) {
    throw kernel::InputError(fmt::format("cannot write here ({})", std::strerror(errno)),
                             {.file = folder.lock()});
  }
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    close(descriptor_);
    throw kernel::InputError("the study is being run already",
                             {.file = folder.path(),
                              .text = kernel::read_file(folder.lock(), "the lock", {}),
                              .hint = "smpi-study status shows how far it is"});
  }
  const std::string text = own_identity();
  if (ftruncate(descriptor_, 0) != 0 ||
      pwrite(descriptor_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size())) {
    close(descriptor_);
    throw kernel::InputError(fmt::format("cannot write here ({})", std::strerror(errno)),
                             {.file = folder.lock()});
  }
}

StudyLock::~StudyLock() {
  // Nobody holds it now: an empty file says so.
  if (ftruncate(descriptor_, 0) != 0) {
    // The text is for people only.
  }
  close(descriptor_);
}

}  // namespace smpi::study
