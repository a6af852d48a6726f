// SPDX-License-Identifier: BSD-3-Clause
//
// Examples of a kind of file. Those of corpus/KIND are files, or folders where files name each
// other. Others of the tree are examples, too. The names of inputs that once crashed a reader begin
// with `found`: they may be refused.
#pragma once

#include <string>
#include <vector>

#include "tests/fuzz/kinds.h"

namespace smpi::fuzz {

// Throws std::runtime_error when the kind has none.
std::vector<Example> examples_of(const Kind& kind, const std::string& source_folder);

// One example from a file or a folder that a failure left.
Example example_at(const Kind& kind, const std::string& path);

// Writes all files. `folder` must be there.
void write_example(const Example& example, const std::string& folder);

// Those that were found, and those of other tests: some need other files, or have no route.
bool may_be_refused(const Example& example);

}  // namespace smpi::fuzz
