// SPDX-License-Identifier: BSD-3-Clause
//
// Looking up SimGrid's words and options, and saying what became of them.
#include "libsmpi/run/launch/foreign_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "kernel/command_line.h"
#include "kernel/error.h"
#include "kernel/file_kind.h"
#include "kernel/print.h"
#include "libsmpi/run/launch/arguments.h"
#include "libsmpi/run/launch/foreign_option_table.h"

namespace smpi::launch {
namespace {

enum class Takes { nothing, value };

struct ForeignWord {
  const char* name;
  Takes takes;
  const char* reason;
};

constexpr ForeignWord words_without_effect[] = {
    {"--ext", Takes::value, "no effect: ./smpi_replay TRACE is replayed without it"},
    {"--foreground", Takes::nothing, "no effect: the run is always in the foreground"},
    {"--log", Takes::value, "no effect: there are no log categories"},
    {"--trace-resource", Takes::nothing, "no effect: timelines show ranks, not hosts and links"},
    {"--trace-viva", Takes::nothing, "no effect: timelines show ranks, not hosts and links"},
};

// Without them the run would be another one.
constexpr ForeignWord refused_words[] = {
    {"--bandwidth", Takes::value, "use --link BANDWIDTH,LATENCY"},
    {"--latency", Takes::value, "use --link BANDWIDTH,LATENCY"},
};

// The programs by which SimGrid replays traces.
constexpr std::string_view replayers[] = {"smpi_replay", "smpireplaymain"};

void note(Arguments& arguments, std::string text) {
  std::vector<std::string>& notes = arguments.foreign_notes;
  if (std::ranges::find(notes, text) == notes.end()) notes.push_back(std::move(text));
}

std::string text_of(const Setting& setting) {
  return fmt::format("{}:{}", setting.key, setting.value);
}

Setting setting_of(std::string_view text, kernel::Options::Origin origin = {}) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    throw kernel::InputError("an option is written key:value", {.text = std::string(text)});
  }
  return {std::string(text.substr(0, colon)), std::string(text.substr(colon + 1)),
          std::move(origin)};
}

// Several settings of one word, with blanks between them.
std::vector<Setting> settings_of(std::string_view text) {
  constexpr std::string_view blanks = " \t\n";
  std::vector<Setting> settings;
  while (true) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return settings;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(blanks), text.size());
    settings.push_back(setting_of(text.substr(0, end)));
    text.remove_prefix(end);
  }
}

// "--log=CATEGORY.thres:LEVEL" and its like; a program's own --log=FILE is none.
bool is_log_control(std::string_view value) {
  const std::size_t point = value.find('.');
  if (value == "no_loc") return true;
  if (point == std::string_view::npos || value.find(':', point) == std::string_view::npos) {
    return false;
  }
  const std::string_view what = value.substr(point + 1);
  return what.starts_with("t") || what.starts_with("fmt:") || what.starts_with("app:") ||
         what.starts_with("add:");
}

bool is_ours(const std::string& key) {
  return std::ranges::any_of(all_option_tables(), [&](const auto& table) {
    return std::ranges::any_of(
        table, [&](const kernel::OptionSpec& option) { return key == option.name; });
  });
}

bool knows_all(std::string_view text) {
  const std::vector<Setting> settings = settings_of(text);
  return !settings.empty() && std::ranges::all_of(settings, [](const Setting& setting) {
    return is_ours(setting.key) || find_foreign_option(setting.key, setting.value) != nullptr;
  });
}

// Is the word SimGrid's though it comes after the program's name?
bool is_taken(const std::string& word) {
  constexpr std::string_view cfg = "--cfg=";
  constexpr std::string_view log = "--log=";
  if (word.starts_with(log)) return is_log_control(std::string_view(word).substr(log.size()));
  if (!word.starts_with(cfg)) return false;
  const std::string_view text = std::string_view(word).substr(cfg.size());
  return text.find(':') != std::string_view::npos && knows_all(text);
}

void take_words_of_program(Arguments& arguments) {
  std::vector<std::string>& words = arguments.program;
  for (std::size_t i = 1; i < words.size();) {
    if (!is_taken(words[i])) {
      i++;
      continue;
    }
    note(arguments, fmt::format("{}, after the program's name, is taken as before it; after -- and "
                                "the program it is the program's",
                                words[i]));
    if (words[i].starts_with("--cfg=")) arguments.configuration.push_back(words[i].substr(6));
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void find_replayer(Arguments& arguments) {
  const std::vector<std::string>& program = arguments.program;
  if (program.empty() || arguments.is_replay()) return;
  const std::filesystem::path path = program.front();
  if (std::ranges::find(replayers, path.filename().string()) == std::end(replayers)) return;
  // A program of that name that somebody built here is one like any other.
  const bool is_wanted = arguments.has_extension || !kernel::is_there(path);
  if (!is_wanted || program.size() < 2) return;
  note(arguments, fmt::format("{0} {1} is -replay {1}", program[0], program[1]));
  arguments.replay_file = program[1];
  arguments.program.clear();
}

// tracing:yes with the format TI is -trace-ti.
void choose_trace_format(Arguments& arguments) {
  if (!arguments.trace.has_calls_only) return;
  bool is_wanted = arguments.trace.is_wanted;
  std::erase_if(arguments.configuration, [&](const std::string& text) {
    const Setting setting = setting_of(text);
    return setting.key == "tracing" && kernel::parse_boolean(setting.value, is_wanted);
  });
  arguments.trace.is_wanted = false;
  arguments.trace.is_time_independent |= is_wanted;
}

}  // namespace

void declare_foreign_words(kernel::CommandLine& app, std::vector<std::string>& given) {
  for (const ForeignWord& word : words_without_effect) {
    const std::string note = std::string(word.name) + ": " + word.reason;
    if (word.takes == Takes::nothing) {
      app.add_flag_callback(word.name, [&given, note] { given.push_back(note); }).hide();
    } else {
      app.add_option_function(word.name,
                              [&given, note](const std::string&) { given.push_back(note); })
          .hide();
    }
  }
  for (const ForeignWord& word : refused_words) {
    app.add_option_function(word.name,
                            [&word](const std::string&) {
                              throw kernel::InputError(
                                  "this option of SimGrid's smpirun is not possible",
                                  {.text = word.name, .hint = word.reason});
                            })
        .hide();
  }
  app.add_option_function("--mca",
                          [](const std::string&) {
                            throw kernel::InputError(
                                "parameters of Open MPI are not possible",
                                {.text = "--mca",
                                 .hint = "rules of collectives, also Open MPI's own file, are "
                                         "given by --cfg=smpi/coll-selector:FILE"});
                          })
      .hide();
}

std::optional<Setting> translate(Setting setting, Arguments& arguments) {
  while (true) {
    const ForeignOption* const row = find_foreign_option(setting.key, setting.value);
    if (row == nullptr) return setting;
    switch (row->verdict) {
      case Verdict::renamed:
        note(arguments, fmt::format("{} is now called {}", setting.key, row->text));
        setting.key = row->text;
        break;
      case Verdict::means:
        setting = setting_of(row->text, std::move(setting.origin));
        break;
      case Verdict::word:
        if (setting.origin.file.empty() || row->is_given == nullptr || !row->is_given(arguments)) {
          row->apply(arguments, setting);
        }
        return std::nullopt;
      case Verdict::as_here:
        return std::nullopt;
      case Verdict::no_effect:
        note(arguments, fmt::format("{}: no effect: {}", setting.key, row->text));
        return std::nullopt;
      case Verdict::refused:
        throw kernel::InputError("this option of SimGrid is not possible here",
                                 {.file = setting.origin.file,
                                  .line = setting.origin.line,
                                  .text = text_of(setting),
                                  .hint = row->text});
    }
  }
}

void translate_foreign_options(Arguments& arguments, bool is_program_separated) {
  if (!is_program_separated) take_words_of_program(arguments);
  std::vector<std::string> configuration;
  for (const std::string& text : arguments.configuration) {
    for (Setting& setting : settings_of(text)) {
      if (const auto left = translate(std::move(setting), arguments)) {
        configuration.push_back(text_of(*left));
      }
    }
  }
  arguments.configuration = std::move(configuration);
  choose_trace_format(arguments);
  find_replayer(arguments);
}

void report_foreign_options(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) kernel::print_message("smpirun: {}\n", note);
}

std::string describe_foreign_options() {
  constexpr const char* words[] = {"is now called", "is",        "is the option",
                                   "as here",       "no effect", "refused"};
  std::string table = "SimGrid's options that are not among those of --help-cfg\n";
  for (const ForeignOption& row : foreign_options()) {
    std::string name(row.name);
    if (!row.values.empty()) {
      name += fmt::format(":{}", row.values.size() == 1 ? std::string_view("") : row.values);
    } else if (row.name.ends_with('/')) {
      name += "...";
    }
    const std::string_view text = row.text;
    const char* const separator = row.verdict <= Verdict::word ? " " : ": ";
    table += fmt::format("  {:<36} {}{}{}\n", name, words[static_cast<int>(row.verdict)],
                         text.empty() ? "" : separator, text);
  }
  return table;
}

}  // namespace smpi::launch
