// SPDX-License-Identifier: BSD-3-Clause
//
// The environment, the working directory and the umask of a rank.
//
// Ranks start with the environment their launcher gives them and share its strings; the first
// change gives a rank an array of its own. Processes that a rank starts get the rank's environment
// (process.cpp). What libc itself looks up (TZ, LC_*, PATH for posix_spawnp) is the launcher's
// environment, whatever a rank sets.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/libc/tagged_output.h"
#include "libsmpi/ranks/load/real_process.h"

namespace smpi::load {
namespace {

// Does the string "NAME=value" define `name`?
bool defines(const char* text, std::string_view name) {
  return std::strncmp(text, name.data(), name.size()) == 0 && text[name.size()] == '=';
}

char** find_variable(const LibcState& state, std::string_view name) {
  char** environment = *state.variables.environ;
  if (environment == nullptr || name.empty()) return nullptr;
  for (; *environment != nullptr; environment++) {
    if (defines(*environment, name)) return environment;
  }
  return nullptr;
}

// Gives the rank an array it may change, with `extra` free places before the final nullptr.
std::vector<char*>& own_environment(LibcState& state) {
  char** current = *state.variables.environ;
  if (!state.environment_owned || current != state.environment.data()) {
    std::vector<char*> copy;
    for (char** entry = current; entry != nullptr && *entry != nullptr; entry++) {
      copy.push_back(*entry);
    }
    copy.push_back(nullptr);
    state.environment = std::move(copy);
    state.environment_owned = true;
  }
  return state.environment;
}

void put(LibcState& state, std::string_view name, char* text) {
  std::vector<char*>& environment = own_environment(state);
  *state.variables.environ = environment.data();
  if (char** entry = find_variable(state, name); entry != nullptr) {
    *entry = text;
    return;
  }
  environment.back() = text;
  environment.push_back(nullptr);
  *state.variables.environ = environment.data();
}

void remove(LibcState& state, std::string_view name) {
  std::vector<char*>& environment = own_environment(state);
  std::erase_if(environment,
                [&](const char* text) { return text != nullptr && defines(text, name); });
  *state.variables.environ = environment.data();
}

bool is_name(const char* name) {
  return name != nullptr && *name != '\0' && std::strchr(name, '=') == nullptr;
}

// The directory the process is in now, and the one its launcher was started in.
constinit int current_directory_fd = -1;
constinit int launcher_directory_fd = -1;

// The rank has just changed the directory of the process: remembers where to come back to.
int note_directory(LibcState& state) {
  if (state.directory_fd >= 0) close(state.directory_fd);
  state.directory_fd = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  current_directory_fd = state.directory_fd;
  return 0;
}

void remember_launcher_directory() {
  if (launcher_directory_fd < 0) {
    launcher_directory_fd = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    current_directory_fd = launcher_directory_fd;
    process_attributes_differ = true;
  }
}

// The mask of the process now, and the launcher's; unset until a rank calls umask.
constinit std::optional<mode_t> current_mask;
constinit mode_t launcher_mask = 0;

mode_t set_mask(mode_t mask) {
  static auto* const next = next_function<mode_t(mode_t)>("umask");
  return next(mask);
}

void use_mask_of(const LibcState* state) {
  if (!current_mask) return;
  const mode_t wanted =
      state == nullptr ? launcher_mask : state->file_creation_mask.value_or(launcher_mask);
  if (wanted == *current_mask) return;
  set_mask(wanted);
  current_mask = wanted;
}

void change_to_directory_of(const LibcState* next) {
  if (launcher_directory_fd < 0) return;
  const bool away = next != nullptr && next->directory_fd >= 0;
  const int wanted = away ? next->directory_fd : launcher_directory_fd;
  if (wanted == current_directory_fd) return;
  static auto* const libc_fchdir = next_function<int(int)>("fchdir");
  if (libc_fchdir(wanted) == 0) current_directory_fd = wanted;
}

}  // namespace

constinit bool process_attributes_differ = false;

void use_directory(LibcState& state, int descriptor) {
  remember_launcher_directory();
  state.directory_fd = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
}

void take_attributes_of(const LibcState* next) {
  switch_tag(next);
  change_to_directory_of(next);
  use_mask_of(next);
  use_locale_of(next);
  put_in_place(next == nullptr ? nullptr : next->streams.get());
}

}  // namespace smpi::load

using smpi::load::LibcState;
using smpi::load::next_function;
using smpi::load::state_in_rank;

SMPI_REPLACES_LIBC char* getenv(const char* name) noexcept {
  static auto* const next = next_function<char*(const char*)>("getenv");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(name);
  char** entry = smpi::load::find_variable(*state, name);
  return entry == nullptr ? nullptr : *entry + std::strlen(name) + 1;
}

SMPI_REPLACES_LIBC char* secure_getenv(const char* name) noexcept {
  static auto* const next = next_function<char*(const char*)>("secure_getenv");
  return state_in_rank() == nullptr ? next(name) : getenv(name);
}

SMPI_REPLACES_LIBC int setenv(const char* name, const char* value, int replace) noexcept {
  static auto* const next = next_function<int(const char*, const char*, int)>("setenv");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(name, value, replace);
  if (!smpi::load::is_name(name)) {
    errno = EINVAL;
    return -1;
  }
  if (replace == 0 && smpi::load::find_variable(*state, name) != nullptr) return 0;
  const std::string text = std::string(name) + "=" + value;
  auto owned = std::make_unique<char[]>(text.size() + 1);
  std::memcpy(owned.get(), text.c_str(), text.size() + 1);
  smpi::load::put(*state, name, owned.get());
  state->environment_strings.push_back(std::move(owned));
  return 0;
}

// The program's string itself becomes part of the environment.
SMPI_REPLACES_LIBC int putenv(char* text) noexcept {
  static auto* const next = next_function<int(char*)>("putenv");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(text);
  const char* equals = std::strchr(text, '=');
  if (equals == nullptr) return unsetenv(text);
  smpi::load::put(*state, {text, static_cast<std::size_t>(equals - text)}, text);
  return 0;
}

SMPI_REPLACES_LIBC int unsetenv(const char* name) noexcept {
  static auto* const next = next_function<int(const char*)>("unsetenv");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(name);
  if (!smpi::load::is_name(name)) {
    errno = EINVAL;
    return -1;
  }
  smpi::load::remove(*state, name);
  return 0;
}

SMPI_REPLACES_LIBC int clearenv() noexcept {
  static auto* const next = next_function<int()>("clearenv");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next();
  state->environment.clear();
  state->environment_owned = false;
  *state->variables.environ = nullptr;
  return 0;
}

SMPI_REPLACES_LIBC int chdir(const char* path) noexcept {
  static auto* const next = next_function<int(const char*)>("chdir");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(path);
  smpi::load::remember_launcher_directory();
  return next(path) == 0 ? smpi::load::note_directory(*state) : -1;
}

SMPI_REPLACES_LIBC int fchdir(int directory) noexcept {
  static auto* const next = next_function<int(int)>("fchdir");
  LibcState* state = state_in_rank();
  if (state == nullptr) return next(directory);
  smpi::load::remember_launcher_directory();
  return next(directory) == 0 ? smpi::load::note_directory(*state) : -1;
}

SMPI_REPLACES_LIBC mode_t umask(mode_t mask) noexcept {
  LibcState* state = state_in_rank();
  const mode_t previous = smpi::load::set_mask(mask);
  if (state == nullptr || !smpi::load::in_simulating_process()) return previous;
  if (!smpi::load::current_mask) smpi::load::launcher_mask = previous;
  smpi::load::current_mask = mask & 0777;
  state->file_creation_mask = mask & 0777;
  smpi::load::process_attributes_differ = true;
  return previous;
}
