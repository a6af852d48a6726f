// SPDX-License-Identifier: BSD-3-Clause
//
// A TOML file that a user wrote, such as coefficients, overlays and jobs. toml++ reads it; this
// class turns whatever is wrong with it, in form or meaning, into an InputError with file, line,
// text and a hint.
#pragma once

// Before toml++: how it is built.
#include "models/readers/toml_fwd.h"

#include <toml++/toml.h>

#include <span>
#include <string>
#include <string_view>

#include "models/platform/units.h"

namespace smpi::models {

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
  bool boolean(const toml::node& node, std::string_view what) const;
  // A whole number of least .. most.
  std::uint64_t whole(const toml::node& node, std::string_view what, std::uint64_t least,
                      std::uint64_t most) const;
  const toml::array& array(const toml::node& node, std::string_view what) const;
  // Flop/s: a number, or text with a unit such as "1.5Gf". Positive.
  double speed_flops(const toml::node& node, std::string_view what) const;
  // A number in the base unit, or text with a unit such as "10s", "64KiB". At least 0.
  double quantity(const toml::node& node, std::string_view what, Quantity quantity) const;

  // A key of `table` that must be there, `what` being the table, such as "a [[job]]"; `hint` is an
  // example of it.
  const toml::node& required(const toml::table& table, std::string_view key, std::string_view what,
                             const std::string& hint = {}) const;

 private:
  // A number, or text with a unit; of any sign.
  double value_of(const toml::node& node, std::string_view what, Quantity quantity) const;
  std::string path_;
  toml::table root_;
};

}  // namespace smpi::models
