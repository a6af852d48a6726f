// SPDX-License-Identifier: BSD-3-Clause
//
// A TOML file that a user wrote: coefficients, overlays. toml++ reads it; this class turns whatever
// is wrong with it, in form or meaning, into an InputError with file, line, text and a hint.
#pragma once

#include <toml++/toml.h>

#include <span>
#include <string>
#include <string_view>

namespace smpi::modeled {

class TomlFile {
 public:
  // Throws InputError when the file cannot be read or is not TOML.
  explicit TomlFile(const std::string& path);

  const std::string& path() const { return path_; }
  const toml::table& root() const { return root_; }
  static int line_of(const toml::node& node) { return static_cast<int>(node.source().begin.line); }

  // Throws an InputError about `node`.
  [[noreturn]] void refuse(const toml::node& node, const std::string& message,
                           const std::string& text, const std::string& hint = {}) const;
  // Throws unless every key of `table` is one of `known`; names the nearest one.
  void check_keys(const toml::table& table, std::span<const std::string_view> known) const;

  // The value of a node, which must be of that type. `what` names it in the error.
  double number(const toml::node& node, std::string_view what) const;
  std::string text(const toml::node& node, std::string_view what) const;
  const toml::table& table(const toml::node& node, std::string_view what) const;
  // Flop/s: a number, or text with a unit such as "1.5Gf".
  double speed_flops(const toml::node& node, std::string_view what) const;

 private:
  std::string path_;
  toml::table root_;
};

}  // namespace smpi::modeled
