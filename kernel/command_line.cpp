// SPDX-License-Identifier: BSD-3-Clause
//
// The only file that includes CLI11.
#include "kernel/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

namespace smpi::kernel {

CommandOption& CommandOption::expected(int count) {
  option_.expected(count);
  return *this;
}

CommandOption& CommandOption::expected(int least, int most) {
  option_.expected(least, most);
  return *this;
}

CommandOption& CommandOption::take_all() {
  option_.multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  return *this;
}

CommandOption& CommandOption::required() {
  option_.required();
  return *this;
}

CommandOption& CommandOption::option_text(const std::string& text) {
  option_.option_text(text);
  return *this;
}

CommandOption& CommandOption::hide() {
  option_.group("");
  return *this;
}

CommandOption& CommandOption::delimiter(char separator) {
  option_.delimiter(separator);
  return *this;
}

CommandOption& CommandOption::excludes(const CommandOption& other) {
  option_.excludes(&other.option_);
  return *this;
}

CommandOption& CommandOption::range(int least, int most) {
  option_.check(CLI::Range(least, most));
  return *this;
}

CommandOption& CommandOption::range(std::int64_t least, std::int64_t most) {
  option_.check(CLI::Range(least, most));
  return *this;
}

CommandOption& CommandOption::range(double least, double most) {
  option_.check(CLI::Range(least, most));
  return *this;
}

CommandOption& CommandOption::check(std::function<std::string(const std::string&)> problem) {
  option_.check(std::move(problem));
  return *this;
}

int CommandOption::expected_least() const {
  return option_.get_expected_min();
}

int CommandOption::expected_most() const {
  return option_.get_expected_max();
}

std::size_t CommandOption::count() const {
  return option_.count();
}

CommandLine::CommandLine(const std::string& description, const std::string& name)
    : owned_(std::make_unique<CLI::App>(description, name)), app_(*owned_) {}

CommandLine::CommandLine(CLI::App& app) : app_(app) {}

CommandLine::~CommandLine() = default;

void CommandLine::take_last() {
  app_.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

void CommandLine::allow_extras() {
  app_.allow_extras();
}

void CommandLine::set_version_flag(const std::string& names, const std::string& version) {
  app_.set_version_flag(names, version);
}

void CommandLine::callback(std::function<void()> call) {
  app_.callback(std::move(call));
}

void CommandLine::hide() {
  app_.group("");
}

CommandOption& CommandLine::keep(CLI::Option& option) {
  options_.push_back(std::make_unique<CommandOption>(option));
  return *options_.back();
}

CommandOption& CommandLine::add_option(const std::string& names, std::string& value,
                                       const std::string& help) {
  return keep(*app_.add_option(names, value, help));
}

CommandOption& CommandLine::add_option(const std::string& names, std::vector<std::string>& values,
                                       const std::string& help) {
  return keep(*app_.add_option(names, values, help));
}

CommandOption& CommandLine::add_option(const std::string& names, int& value,
                                       const std::string& help) {
  return keep(*app_.add_option(names, value, help));
}

CommandOption& CommandLine::add_option(const std::string& names, std::uint32_t& value,
                                       const std::string& help) {
  return keep(*app_.add_option(names, value, help));
}

CommandOption& CommandLine::add_option(const std::string& names, std::int64_t& value,
                                       const std::string& help) {
  return keep(*app_.add_option(names, value, help));
}

CommandOption& CommandLine::add_option(const std::string& names, std::uint64_t& value,
                                       const std::string& help) {
  return keep(*app_.add_option(names, value, help));
}

CommandOption& CommandLine::add_option(const std::string& names, double& value,
                                       const std::string& help) {
  return keep(*app_.add_option(names, value, help));
}

CommandOption& CommandLine::add_option(const std::string& names, std::optional<int>& value,
                                       const std::string& help) {
  return keep(*app_.add_option(names, value, help));
}

CommandOption& CommandLine::add_option(const std::string& names,
                                       std::optional<std::uint32_t>& value,
                                       const std::string& help) {
  return keep(*app_.add_option(names, value, help));
}

CommandOption& CommandLine::add_option(const std::string& names, std::optional<std::string>& value,
                                       const std::string& help) {
  return keep(*app_.add_option(names, value, help));
}

CommandOption& CommandLine::add_option_function(const std::string& names,
                                                std::function<void(const std::string&)> take,
                                                const std::string& help) {
  return keep(*app_.add_option_function<std::string>(names, std::move(take), help));
}

CommandOption& CommandLine::add_choice(const std::string& names, std::function<void(int)> take,
                                       const std::vector<std::pair<std::string, int>>& choices,
                                       const std::string& help) {
  const std::map<std::string, int> numbers(choices.begin(), choices.end());
  CLI::Option& option = *app_.add_option_function<int>(names, std::move(take), help);
  option.transform(CLI::CheckedTransformer(numbers));
  return keep(option);
}

CommandOption& CommandLine::add_flag(const std::string& names, const std::string& help) {
  return keep(*app_.add_flag(names, help));
}

CommandOption& CommandLine::add_flag(const std::string& names, bool& value,
                                     const std::string& help) {
  return keep(*app_.add_flag(names, value, help));
}

CommandOption& CommandLine::add_flag(const std::string& names, std::string& value,
                                     const std::string& help) {
  return keep(*app_.add_flag(names, value, help));
}

CommandOption& CommandLine::add_flag_callback(const std::string& names, std::function<void()> call,
                                              const std::string& help) {
  return keep(*app_.add_flag_callback(names, std::move(call), help));
}

CommandLine& CommandLine::add_subcommand(const std::string& name, const std::string& help) {
  CLI::App& app = *app_.add_subcommand(name, help);
  subcommands_.push_back(std::unique_ptr<CommandLine>(new CommandLine(app)));
  return *subcommands_.back();
}

template <typename Parse>
CommandLine::Outcome CommandLine::outcome_of(const Parse& parse) {
  try {
    parse();
  } catch (const CLI::CallForHelp&) {
    return Outcome::wants_help;
  } catch (const CLI::CallForVersion&) {
    return Outcome::wants_version;
  } catch (const CLI::ParseError& error) {
    throw CommandLineError(error.what());
  }
  return Outcome::parsed;
}

CommandLine::Outcome CommandLine::parse(int argc, char** argv) {
  return outcome_of([&] { app_.parse(argc, argv); });
}

CommandLine::Outcome CommandLine::parse(std::vector<std::string> words) {
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  return outcome_of([&] { app_.parse(std::move(words)); });
}

std::string CommandLine::name() const {
  return app_.get_name();
}

std::string CommandLine::help() const {
  return app_.help();
}

bool CommandLine::is_parsed() const {
  return app_.parsed();
}

std::vector<std::string> CommandLine::remaining(bool all_below) const {
  return app_.remaining(all_below);
}

const CommandOption* CommandLine::find_option(const std::string& name) const {
  const CLI::Option* option = app_.get_option_no_throw(name);
  const auto found = std::ranges::find_if(
      options_, [&](const auto& candidate) { return &candidate->option_ == option; });
  return found == options_.end() ? nullptr : found->get();
}

std::size_t CommandLine::count(const std::string& option) const {
  return app_.get_option(option)->count();
}

std::vector<std::string> CommandLine::option_names() const {
  std::vector<std::string> names;
  for (const CLI::Option* option : app_.get_options()) names.push_back(option->get_name());
  return names;
}

std::vector<std::string> CommandLine::subcommand_names() const {
  std::vector<std::string> names;
  for (const auto& subcommand : subcommands_) names.push_back(subcommand->name());
  return names;
}

const CommandLine* CommandLine::given_subcommand() const {
  const std::vector<CLI::App*> given = app_.get_subcommands();
  const auto found = std::ranges::find_if(subcommands_, [&](const auto& candidate) {
    return !given.empty() && &candidate->app_ == given.front();
  });
  return found == subcommands_.end() ? nullptr : found->get();
}

}  // namespace smpi::kernel
