// SPDX-License-Identifier: BSD-3-Clause
//
// Do a file of modelled BLAS and the speed of the hosts mean the same?
//
// A host's speed says what it executes in a second, and a file's seconds scale with it. If dgemm
// makes more operations in a second than the host does, then HPL comes out faster than the machine,
// and what the hosts executed, such as the operations per joule, is wrong too. The usual cause is a
// reference_speed that is another one than that of the file's own dgemm.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "libsmpi/modeled/blas_coefficients.h"
#include "models/platform/platform.h"

namespace smpi::modeled {

// A sentence with both speeds where a large dgemm is 10 % faster than one of the hosts, or less
// than half as fast; empty where they agree. `costs` are those of `file`, with the hosts of their
// tables found.
std::string contradiction_of_speeds(const std::vector<BlasCost>& costs,
                                    const Processors& processors, const std::string& file,
                                    const models::HostTable& hosts,
                                    std::span<const models::HostId> used);

}  // namespace smpi::modeled
