// SPDX-License-Identifier: BSD-3-Clause
//
// Reading by stdio, which keeps the reason of a failure in errno.
#include "kernel/read_file.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace smpi::kernel {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

std::string read_file(const std::string& path, std::string_view what,
                      const InputError::Where& where) {
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rbe"));
  std::string text;
  if (file != nullptr) {
    std::array<char, 65536> part;
    while (const std::size_t size = std::fread(part.data(), 1, part.size(), file.get())) {
      text.append(part.data(), size);
    }
  }
  if (file == nullptr || std::ferror(file.get()) != 0) {
    const char* reason = errno == EISDIR ? "it is a folder" : std::strerror(errno);
    throw InputError(fmt::format("cannot read {} ({})", what, reason), where);
  }
  return text;
}

}  // namespace smpi::kernel
