// SPDX-License-Identifier: BSD-3-Clause
//
// Lines and names of hosts, checked.
#include "libsmpi/run/placement/entry_lines.h"

#include <fmt/format.h>

#include <cctype>
#include <sstream>

#include "kernel/read_file.h"

namespace smpi::placement {

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char character) {
    return std::isspace(static_cast<unsigned char>(character)) != 0;
  };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<EntryLine> read_entry_lines(const std::string& path, std::string_view what) {
  std::istringstream file(kernel::read_file(path, what, {.text = path}));
  std::vector<EntryLine> lines;
  std::string line;
  for (int number = 1; std::getline(file, line); number++) {
    const std::string_view entry = trimmed(std::string_view(line).substr(0, line.find('#')));
    if (!entry.empty()) lines.push_back({number, std::string(entry)});
  }
  return lines;
}

models::HostId require_host(const models::Platform& platform, std::string_view name,
                            kernel::InputError::Where where) {
  if (const auto host = platform.find_host(name)) return *host;
  where.hint = platform.hosts.name.did_you_mean(name, where.hint);
  throw kernel::InputError("the platform has no such host", std::move(where));
}

}  // namespace smpi::placement
