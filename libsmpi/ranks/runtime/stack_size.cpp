// SPDX-License-Identifier: BSD-3-Clause
//
// Reading and raising sizes of stacks.
#include "libsmpi/ranks/runtime/stack_size.h"

#include <fmt/format.h>

#include <utility>

#include "models/platform/units.h"

namespace smpi {

double parse_stack_bytes(std::string_view text, const kernel::InputError::Where& where) {
  const models::Parsed parsed = models::parse_quantity(text, models::Quantity::size_bytes, where);
  return parsed.unit_missing ? parsed.value * 1024 : parsed.value;
}

std::string raise_stack_size(std::string_view key, std::string& value,
                             const kernel::Options::Origin& origin) {
  if (key != stack_size_key) return {};
  const double size_bytes = parse_stack_bytes(value, {.file = origin.file, .line = origin.line});
  if (size_bytes >= stack_bytes_min) return {};
  const std::string wanted = std::exchange(value, "64KiB");
  return fmt::format("{}:{}: {} is '{}', too small for a rank: 64 KiB are taken", origin.file,
                     origin.line, stack_size_key, wanted);
}

}  // namespace smpi
