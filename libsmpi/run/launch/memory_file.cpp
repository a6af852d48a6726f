// SPDX-License-Identifier: BSD-3-Clause
//
// Files of memfd_create(2), read as a whole once their writer has ended.
#include "libsmpi/run/launch/memory_file.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "kernel/error.h"

namespace smpi::launch {

MemoryFile::MemoryFile() : descriptor_(memfd_create("smpi-run", 0)) {
  SIM_ASSERT(descriptor_ >= 0, "memfd_create failed");
}

MemoryFile::~MemoryFile() {
  close(descriptor_);
}

std::string MemoryFile::path() const {
  return fmt::format("/proc/self/fd/{}", descriptor_);
}

std::string MemoryFile::read() const {
  std::ostringstream text;
  text << std::ifstream(path(), std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace smpi::launch
