// SPDX-License-Identifier: BSD-3-Clause
//
// Weak placeholders until the platform file reader and the description land.
#include "kernel/error.h"
#include "models/platform.h"

namespace smpi::models {

__attribute__((weak)) Platform read_platform_file(const std::string& path) {
  throw kernel::InputError("platform files cannot be read yet",
                           {.file = path, .line = 0, .text = "", .hint = ""});
}

__attribute__((weak)) std::string describe_platform(const Platform&, std::string_view,
                                                    std::string_view) {
  return {};
}

}  // namespace smpi::models
