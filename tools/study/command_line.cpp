// SPDX-License-Identifier: BSD-3-Clause
//
// Verbs and their options; CLI11 parses, and what it refuses becomes an InputError.
#include "tools/study/command_line.h"

#include <CLI/CLI.hpp>

#include "kernel/error.h"
#include "libsmpi/runtime/version.h"

namespace smpi::study {
namespace {

constexpr const char* help_hint = "smpi-study --help lists all verbs";

void add_verb(CLI::App& app, Arguments& arguments, const char* name, const char* text) {
  CLI::App& verb = *app.add_subcommand(name, text);
  verb.add_option("plan", arguments.plan, "the plan file")->option_text("FILE")->required();
  verb.callback([&arguments, name] { arguments.verb = name; });
}

void refuse_unknown_verb(const CLI::App& app, int argc, char** argv) {
  if (argc < 2) throw kernel::InputError("a verb is required", {.hint = help_hint});
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands({})) names.push_back(verb->get_name());
  const std::string word = argv[1];
  if (word.starts_with('-') || std::ranges::find(names, word) != names.end()) return;
  const std::vector<std::string_view> views(names.begin(), names.end());
  throw kernel::InputError("unknown verb",
                           {.text = word, .hint = kernel::did_you_mean(word, views, help_hint)});
}

}  // namespace

Parsed parse_arguments(int argc, char** argv) {
  Parsed parsed;
  CLI::App app("Runs a program on many simulated machines, as a plan file says.", "smpi-study");
  app.set_version_flag("--version", version_text());
  add_verb(app, parsed.arguments, "plan", "checks a plan and prints its points; runs nothing");
  refuse_unknown_verb(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    const std::vector<CLI::App*> verbs = app.get_subcommands();
    parsed.answer = verbs.empty() ? app.help() : verbs.front()->help();
    return parsed;
  } catch (const CLI::CallForVersion& version) {
    parsed.answer = version.what();
    return parsed;
  } catch (const CLI::ParseError& error) {
    throw kernel::InputError(error.what(), {.hint = help_hint});
  }
  if (parsed.arguments.verb.empty()) {
    throw kernel::InputError("a verb is required", {.hint = help_hint});
  }
  return parsed;
}

}  // namespace smpi::study
