// SPDX-License-Identifier: BSD-3-Clause
//
// Damage as files meet it: disks and editors change bytes, people swap and double lines, forget
// keys and write wrong numbers. Random bytes alone would stay in the tokenizers: most damage here
// keeps the form of the text, so that it comes to what reads values.
#pragma once

#include <span>
#include <string>

#include "kernel/random_stream.h"

namespace smpi::fuzz {

// One to four changes. Lines and words of `others`, files of the same kind, may come in.
std::string damaged(std::string text, std::span<const std::string> others,
                    kernel::RandomStream& random);

}  // namespace smpi::fuzz
