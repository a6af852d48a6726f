// SPDX-License-Identifier: BSD-3-Clause
//
// Command lines: options, flags and subcommands that are bound to variables, with help. CLI11
// parses. It is behind this interface because a file that includes it takes ten seconds to compile;
// here it is compiled once.
//
// Alternatives considered: getopt_long, which has neither help, nor types, nor subcommands.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace smpi::kernel {

// What is wrong with a command line, in CLI11's words. Callers add a hint and make it an
// InputError.
struct CommandLineError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// An option, a flag or a positional word. Borrowed from its CommandLine.
class CommandOption {
 public:
  explicit CommandOption(CLI::Option& option) : option_(option) {}

  // Words that follow it each time.
  CommandOption& expected(int count);
  CommandOption& expected(int least, int most);
  // Of several occurrences all count, not the last one.
  CommandOption& take_all();
  CommandOption& required();
  // What the help says instead of its type.
  CommandOption& option_text(const std::string& text);
  // The help leaves it out.
  CommandOption& hide();
  // Values may stand in one word, separated by it.
  CommandOption& delimiter(char separator);
  CommandOption& excludes(const CommandOption& other);
  // Least and most. What is not a number passes; add a check where it matters.
  CommandOption& range(int least, int most);
  CommandOption& range(std::int64_t least, std::int64_t most);
  CommandOption& range(double least, double most);
  // `problem` returns what is wrong with a value, or an empty text.
  CommandOption& check(std::function<std::string(const std::string&)> problem);

  int expected_least() const;
  int expected_most() const;
  // How often it was given.
  std::size_t count() const;

 private:
  friend class CommandLine;
  CLI::Option& option_;
};

class CommandLine {
 public:
  enum class Outcome : std::uint8_t { parsed, wants_help, wants_version };

  CommandLine(const std::string& description, const std::string& name);
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;
  ~CommandLine();

  // Of several occurrences of an option the last one counts; to be called before options are added.
  void take_last();
  // Words that no option takes are kept (remaining()) instead of refused.
  void allow_extras();
  void set_version_flag(const std::string& names, const std::string& version);
  // `call` is called when this subcommand was given.
  void callback(std::function<void()> call);
  // The help of the command above leaves it out.
  void hide();

  // Variables must outlive this object. Names are separated by commas; without dashes they are
  // positional words.
  CommandOption& add_option(const std::string& names, std::string& value,
                            const std::string& help = {});
  CommandOption& add_option(const std::string& names, std::vector<std::string>& values,
                            const std::string& help = {});
  CommandOption& add_option(const std::string& names, int& value, const std::string& help = {});
  CommandOption& add_option(const std::string& names, std::uint32_t& value,
                            const std::string& help = {});
  CommandOption& add_option(const std::string& names, std::int64_t& value,
                            const std::string& help = {});
  CommandOption& add_option(const std::string& names, std::uint64_t& value,
                            const std::string& help = {});
  CommandOption& add_option(const std::string& names, double& value, const std::string& help = {});
  CommandOption& add_option(const std::string& names, std::optional<int>& value,
                            const std::string& help = {});
  CommandOption& add_option(const std::string& names, std::optional<std::uint32_t>& value,
                            const std::string& help = {});
  CommandOption& add_option(const std::string& names, std::optional<std::string>& value,
                            const std::string& help = {});
  CommandOption& add_option_function(const std::string& names,
                                     std::function<void(const std::string&)> take,
                                     const std::string& help = {});
  // One of `choices`, which are pairs of a word and a value of an enumeration.
  template <typename Value>
  CommandOption& add_choice(const std::string& names, Value& value,
                            std::span<const std::pair<const char*, Value>> choices,
                            const std::string& help) {
    std::vector<std::pair<std::string, int>> numbers;
    for (const auto& [word, choice] : choices) numbers.emplace_back(word, static_cast<int>(choice));
    return add_choice(
        names, [&value](int number) { value = static_cast<Value>(number); }, numbers, help);
  }
  CommandOption& add_flag(const std::string& names, const std::string& help);
  CommandOption& add_flag(const std::string& names, bool& value, const std::string& help);
  // A flag that may have a value, --name=value; "true" without.
  CommandOption& add_flag(const std::string& names, std::string& value, const std::string& help);
  CommandOption& add_flag_callback(const std::string& names, std::function<void()> call,
                                   const std::string& help = {});
  CommandLine& add_subcommand(const std::string& name, const std::string& help);

  // Throws CommandLineError.
  Outcome parse(int argc, char** argv);
  // The words after the program's name.
  Outcome parse(std::vector<std::string> words);

  std::string name() const;
  std::string help() const;
  // Was this subcommand given?
  bool is_parsed() const;
  // Its words, and with `all_below` those of subcommands, that no option took.
  std::vector<std::string> remaining(bool all_below = false) const;
  // nullptr: there is none.
  const CommandOption* find_option(const std::string& name) const;
  std::size_t count(const std::string& option) const;
  std::vector<std::string> option_names() const;
  std::vector<std::string> subcommand_names() const;
  // The first subcommand that was given; nullptr: none.
  const CommandLine* given_subcommand() const;

 private:
  explicit CommandLine(CLI::App& app);
  CommandOption& keep(CLI::Option& option);
  CommandOption& add_choice(const std::string& names, std::function<void(int)> take,
                            const std::vector<std::pair<std::string, int>>& choices,
                            const std::string& help);
  template <typename Parse>
  Outcome outcome_of(const Parse& parse);

  std::unique_ptr<CLI::App> owned_;  // empty: a subcommand
  CLI::App& app_;
  std::vector<std::unique_ptr<CommandOption>> options_;
  std::vector<std::unique_ptr<CommandLine>> subcommands_;
};

}  // namespace smpi::kernel
