// SPDX-License-Identifier: BSD-3-Clause
//
// Finding libgomp's thread-local block and exchanging its content.
#include "libsmpi/ranks/load/threads/openmp.h"

#include <dlfcn.h>
#include <link.h>

#include <cstring>
#include <string_view>

#include "libsmpi/ranks/load/threads/thread_variables.h"

namespace smpi::load {
namespace {

struct Library {
  std::byte* block = nullptr;
  std::size_t block_bytes = 0;
  const std::byte* image = nullptr;  // what a new thread finds, then zeros
  std::size_t image_bytes = 0;
};

Library library;
std::shared_ptr<OpenmpState> in_use;

int look_at(dl_phdr_info* object, std::size_t, void*) {
  const std::string_view path = object->dlpi_name;
  if (!path.substr(path.rfind('/') + 1).starts_with("libgomp.so")) return 0;
  for (std::size_t i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr)& segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_TLS) continue;
    // dlpi_tls_data is null until somebody asks for the block this way.
    const ThreadVariableIndex first{.module = object->dlpi_tls_modid, .offset = 0};
    library = {.block = static_cast<std::byte*>(find_thread_variable(&first)),
               .block_bytes = segment.p_memsz,
               .image = reinterpret_cast<const std::byte*>(object->dlpi_addr + segment.p_vaddr),
               .image_bytes = segment.p_filesz};
  }
  return 1;
}

// How many libraries were ever loaded.
unsigned long long count_loads() {
  unsigned long long count = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* result) {
        *static_cast<unsigned long long*>(result) = object->dlpi_adds;
        return 1;
      },
      &count);
  return count;
}

}  // namespace

constinit bool OpenmpState::is_found = false;

void OpenmpState::find_library() {
  dl_iterate_phdr(look_at, nullptr);
  is_found = library.block != nullptr;
}

void OpenmpState::use(std::shared_ptr<OpenmpState>& next) {
  if (next != nullptr && next == in_use) return;
  if (in_use != nullptr) std::memcpy(in_use->block_.get(), library.block, library.block_bytes);
  if (next == nullptr) {
    next = std::make_shared<OpenmpState>();
    next->block_ = std::make_unique<std::byte[]>(library.block_bytes);
    std::memcpy(next->block_.get(), library.image, library.image_bytes);
  }
  std::memcpy(library.block, next->block_.get(), library.block_bytes);
  in_use = next;
}

void* OpenmpState::find_function(const char* name) {
  void* const found = dlopen("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
  return found == nullptr ? nullptr : dlsym(found, name);
}

bool OpenmpState::has_real_teams() {
  static int (*thread_limit)() = nullptr;
  static unsigned long long looked_at = 0;
  if (thread_limit == nullptr) {
    // The program may load the library later; to look for it in vain reads files.
    const unsigned long long loaded = count_loads();
    if (loaded == looked_at) return false;
    looked_at = loaded;
    thread_limit = function<int()>("omp_get_thread_limit");
  }
  return thread_limit != nullptr && thread_limit() > 1;
}

int OpenmpState::region_depth(std::shared_ptr<OpenmpState>& state) {
  if (!is_found) return 0;
  use(state);
  return function<int()>("omp_get_level")();
}

}  // namespace smpi::load
