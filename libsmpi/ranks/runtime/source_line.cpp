// SPDX-License-Identifier: BSD-3-Clause
//
// The finder is a function pointer, so that reports do not depend on the loader.
#include "libsmpi/ranks/runtime/source_line.h"

namespace smpi {
namespace {
SourceLineFinder find_line = nullptr;
}

void set_source_line_finder(SourceLineFinder finder) {
  find_line = finder;
}

std::string source_line_suffix(const void* return_address) {
  if (return_address == nullptr || find_line == nullptr) return {};
  // The call may be the last instruction of its line.
  const std::string line = find_line(static_cast<const char*>(return_address) - 1);
  return line.empty() ? line : " (" + line + ")";
}

}  // namespace smpi
