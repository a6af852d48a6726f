// SPDX-License-Identifier: BSD-3-Clause
//
// Weak placeholders until the platform file reader and the description land.
#include "kernel/error.h"
#include "models/platform.h"

namespace smpi::models {

__attribute__((weak)) std::string describe_platform(const Platform&, std::string_view,
                                                    std::string_view) {
  return {};
}

}  // namespace smpi::models
