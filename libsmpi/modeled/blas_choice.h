// SPDX-License-Identifier: BSD-3-Clause
//
// Which BLAS a run uses: `smpirun --blas=real|modeled[:coefficients.toml]`.
#pragma once

#include <span>
#include <string>

#include "models/platform/ids.h"

namespace smpi {
class Simulation;
}

namespace smpi::modeled {

// Reads the coefficients and loads libsmpi_blas.so, whose symbols come before those of the
// libraries of any program that is loaded afterwards. Nothing for "real". `hosts` are those that
// ranks will start on: all of them must have a cost. Returns a warning; empty: none. Throws
// InputError.
std::string choose_blas(Simulation& simulation, const std::string& choice,
                        std::span<const models::HostId> hosts);

}  // namespace smpi::modeled
