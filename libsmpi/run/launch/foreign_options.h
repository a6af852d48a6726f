// SPDX-License-Identifier: BSD-3-Clause
//
// What people who come from SimGrid type: options that have another name here, stand for an option
// of the command, have no effect, or cannot be. Command lines and platform files that have them
// keep working, and the user is told; what would make another run of it is refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/options.h"

namespace smpi::kernel {
class CommandLine;
}

namespace smpi::launch {

struct Arguments;

// Words of the command line. Parsing appends a note for each one without effect to `given`, and
// throws InputError for those without which the run would be another one.
void declare_foreign_words(kernel::CommandLine& app, std::vector<std::string>& given);

// An option of --cfg or of a platform file's <config>, and where it stands.
struct Setting {
  std::string key;
  std::string value;
  kernel::Options::Origin origin;
};

// What is left of a setting once SimGrid's options have become ours (foreign_option_table.h):
// `arguments` has what it stands for, and a note for the user. nullopt: nothing is left. Throws
// InputError for what is refused.
std::optional<Setting> translate(Setting setting, Arguments& arguments);

// Translates arguments.configuration, which has one key:value each afterwards, and takes the words
// --cfg= and --log= out of the program's, as SimGrid does, if SimGrid or we know them. Also finds
// the replayer among programs: `./smpi_replay TRACE` is -replay TRACE.
void translate_foreign_options(Arguments& arguments, bool is_program_separated);

void report_foreign_options(const std::vector<std::string>& notes);

// Every row of the table with what becomes of it, for --help-simgrid.
std::string describe_foreign_options();

}  // namespace smpi::launch
