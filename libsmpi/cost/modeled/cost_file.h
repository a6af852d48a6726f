// SPDX-License-Identifier: BSD-3-Clause
//
// The cost of a function as a user's file says it: seconds on a reference host, as a sum of terms
// or as one formula.
#pragma once

#include <span>
#include <string>

#include "libsmpi/cost/modeled/kernel_cost.h"
#include "models/readers/toml_fwd.h"

namespace smpi::modeled {

using models::TomlFile;

// Keys of a function's table that read_cost() understands.
inline constexpr std::string_view terms_key = "terms";
inline constexpr std::string_view seconds_key = "seconds";
inline constexpr std::string_view deviation_key = "deviation";
inline constexpr std::string_view class_key = "class";
inline constexpr std::string_view frequency_key = "frequency_share";

// Reads `terms = {"M*N*K" = 8.7e-10, "M*N" = 0}` or `seconds = "8.7e-10*M*N*K"` of a function with
// the arguments `names`, and `deviation = {"M*N*K" = 2e-11}`, the standard deviation of a call. A
// negative coefficient of a term is an error.
KernelCost read_cost(const TomlFile& file, const toml::table& function,
                     std::span<const std::string> names, double reference_speed_flops);

// Reads what kind of work it is: `class = "dgemm"` and `frequency_share = 0.5`.
void read_work(const TomlFile& file, const toml::table& function, KernelCost& cost);

// Compiles a formula that stands in `node`; what is wrong with it becomes an InputError.
Formula compile_formula(const TomlFile& file, const toml::node& node, const std::string& text,
                        std::span<const std::string> names);

}  // namespace smpi::modeled
