// SPDX-License-Identifier: BSD-3-Clause
//
// What a script that is a study's program runs itself: then these files decide its results, too.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace smpi::study {

// Does a file of this content name its interpreter, and is it short enough to be read for words?
bool is_script(std::string_view content);

// Paths of programs and scripts that the script at this path names, quoted or not, and of modules
// that Python finds beside it. What a word has from $HERE, ${HERE} or $(dirname $0) on to the next
// '/' is taken for the script's own folder. Files that cannot be executed are left out: they may be
// what the script writes; a study names what it reads among its inputs.
std::set<std::string> programs_of_script(const std::string& path, std::string_view content);

}  // namespace smpi::study
