// SPDX-License-Identifier: BSD-3-Clause
//
// The `--cfg=key:value` options. Each layer describes its own options in a table (name, kind,
// default, one line of help); this class holds the values and refuses what no table knows.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace smpi::kernel {

enum class OptionKind : std::uint8_t { number, boolean, text };

struct OptionSpec {
  const char* name;  // such as "network/TCP-gamma"
  OptionKind kind;
  const char* default_value;  // in the syntax of the command line
  const char* help;           // one line
};

// Reads yes, on, true, 1 and their contraries into `result`; false when `value` is none of them.
bool parse_boolean(std::string_view value, bool& result);

class Options {
 public:
  // Adds a layer's table. The table must outlive this object.
  void declare(std::span<const OptionSpec> table);

  // Where a value came from, for messages: a file and line, or nothing for the command line.
  struct Origin {
    std::string file;
    int line = 0;
  };
  // Sets `key` to `value`. Throws InputError for an unknown key (with the nearest name) or a value
  // that is not of the key's kind. Later values win; a command-line value is never overridden by
  // one from a platform file.
  void set(std::string_view key, std::string_view value, const Origin& origin);
  void set(std::string_view key, std::string_view value) { set(key, value, Origin{}); }
  // Parses "key:value" (several separated by blanks) as given after --cfg=.
  void set_from_argument(std::string_view argument);

  double number(std::string_view key) const;
  bool boolean(std::string_view key) const;
  const std::string& text(std::string_view key) const;
  // Was it set by the user (not the default)?
  bool is_set(std::string_view key) const;
  // A table of all options with defaults and help, for --help-cfg.
  std::string describe() const;

 private:
  struct Entry {
    const OptionSpec* spec;
    std::string value;
    double number = 0;
    bool boolean = false;
    bool set = false;
    bool from_command_line = false;
  };
  const Entry& find(std::string_view key) const;
  static void parse(Entry& entry, std::string_view value, const Origin& origin);

  std::map<std::string, Entry, std::less<>> entries_;
};

}  // namespace smpi::kernel
