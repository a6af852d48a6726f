// SPDX-License-Identifier: BSD-3-Clause
//
// dlopen and its companions as a rank means them: in its own program.
#include "libsmpi/ranks/load/elf/dynamic_linking.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>

#include "kernel/error.h"
#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/copies/late_libraries.h"
#include "libsmpi/ranks/load/elf/library_search.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/threads/thread_variables.h"

namespace smpi::load {
namespace {

// What dlerror() says next, when the failure was ours. A rank asks before another one runs.
std::string last_error;
bool has_error = false;

// Our own look-ups leave errors with the dynamic linker that are not the rank's.
void drop_real_error() {
  dlerror();
}

void set_error(const std::string& text) {
  last_error = text;
  has_error = true;
}

// The running rank, when it can load clones.
LibcState* rank_with_libraries() {
  LibcState* state = state_in_rank();
  if (state == nullptr || state->instance == nullptr) return nullptr;
  return state->instance->late_libraries() == nullptr ? nullptr : state;
}

// The file of the library, or nothing when the dynamic linker had better say why there is none.
std::string find_file(const LibcState& state, const char* name) {
  const std::string path = find_library(name, *state.instance->program().file);
  std::error_code error;
  return std::filesystem::is_regular_file(path, error) ? path : "";
}

void* open_library(const char* name, int flags) {
  LibcState* state = rank_with_libraries();
  if (state == nullptr) return dlopen(name, flags);
  LateLibraries& libraries = *state->instance->late_libraries();
  if (name == nullptr || *name == '\0') return libraries.program();
  const std::string path = find_file(*state, name);
  if (path.empty()) return dlopen(name, flags);
  try {
    LateLibrary* library = libraries.load(*state, path);
    drop_real_error();
    return library == nullptr ? dlopen(name, flags) : library;
  } catch (const kernel::InputError& error) {
    drop_real_error();
    set_error(error.what());
    return nullptr;
  }
}

void* find_symbol(void* handle, const char* name, const char* version) {
  const auto look_up = [&](void* where) {
    return version == nullptr ? dlsym(where, name) : dlvsym(where, name, version);
  };
  const LibcState* state = rank_with_libraries();
  if (state == nullptr) return look_up(handle);
  const LateLibraries& libraries = *state->instance->late_libraries();
  // What comes next after a private object is what ranks share.
  if (handle == RTLD_NEXT) return look_up(RTLD_DEFAULT);
  const bool everywhere = handle == RTLD_DEFAULT || handle == libraries.program();
  if (!everywhere && !libraries.is_handle(handle)) return look_up(handle);
  const auto* library = everywhere ? libraries.program() : static_cast<LateLibrary*>(handle);
  void* found = LateLibraries::find_symbol(*library, *state->instance, name);
  drop_real_error();
  if (found != nullptr) return found;
  if (everywhere) return look_up(RTLD_DEFAULT);
  set_error(fmt::format("undefined symbol: {}", name));
  return nullptr;
}

void* find_any_version(void* handle, const char* name) {
  return find_symbol(handle, name, nullptr);
}

// Clones stay until the rank ends.
int close_library(void* handle) {
  const LibcState* state = rank_with_libraries();
  if (state != nullptr && state->instance->late_libraries()->is_handle(handle)) return 0;
  return dlclose(handle);
}

char* take_error() {
  if (!has_error) return dlerror();
  has_error = false;
  return last_error.data();
}

int describe_address(const void* address, Dl_info* info) {
  const LibcState* state = rank_with_libraries();
  if (state == nullptr) return dladdr(address, info);
  const auto found = state->instance->placement().find(address);
  if (!found) return dladdr(address, info);
  *info = {};
  info->dli_fname = found->instance->objects()[found->object].file->path().c_str();
  info->dli_fbase = const_cast<std::byte*>(found->base);
  return 1;
}

struct Function {
  std::string_view name;
  const void* code;
};

}  // namespace

const void* linking_function(std::string_view name) {
  static const std::array<Function, 7> functions = {
      {{"__tls_get_addr", reinterpret_cast<const void*>(find_thread_variable)},
       {"dlopen", reinterpret_cast<const void*>(open_library)},
       {"dlsym", reinterpret_cast<const void*>(find_any_version)},
       {"dlvsym", reinterpret_cast<const void*>(find_symbol)},
       {"dlclose", reinterpret_cast<const void*>(close_library)},
       {"dlerror", reinterpret_cast<const void*>(take_error)},
       {"dladdr", reinterpret_cast<const void*>(describe_address)}}};
  const auto found = std::ranges::find(functions, name, &Function::name);
  return found == functions.end() ? nullptr : found->code;
}

}  // namespace smpi::load
