// SPDX-License-Identifier: BSD-3-Clause
//
// Unit tables: decimal and binary prefixes; bits and bytes for bandwidths and sizes.
#include "models/platform/units.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace smpi::models {
namespace {

struct Prefix {
  std::string_view name;
  double factor;
};

constexpr std::array<Prefix, 13> prefixes = {{{"", 1},
                                              {"k", 1e3},
                                              {"K", 1e3},
                                              {"M", 1e6},
                                              {"G", 1e9},
                                              {"T", 1e12},
                                              {"P", 1e15},
                                              {"E", 1e18},
                                              {"Ki", 1024.0},
                                              {"Mi", 1048576.0},
                                              {"Gi", 1073741824.0},
                                              {"Ti", 1099511627776.0},
                                              {"Pi", 1125899906842624.0}}};

constexpr std::array<Prefix, 8> times = {{{"ps", 1e-12},
                                          {"ns", 1e-9},
                                          {"us", 1e-6},
                                          {"ms", 1e-3},
                                          {"s", 1},
                                          {"m", 60},
                                          {"h", 3600},
                                          {"d", 86400}}};

std::optional<double> prefixed(std::string_view unit, std::string_view base, double scale) {
  if (!unit.ends_with(base)) return std::nullopt;
  const std::string_view prefix = unit.substr(0, unit.size() - base.size());
  for (const Prefix& known : prefixes) {
    if (known.name == prefix) return known.factor * scale;
  }
  return std::nullopt;
}

std::optional<double> unit_factor(std::string_view unit, Quantity quantity) {
  switch (quantity) {
    case Quantity::speed_flops: {
      const auto flops = prefixed(unit, "flops", 1);
      return flops ? flops : prefixed(unit, "f", 1);
    }
    case Quantity::bandwidth_bytes_per_s: {
      const auto bytes = prefixed(unit, "Bps", 1);
      return bytes ? bytes : prefixed(unit, "bps", 0.125);
    }
    case Quantity::size_bytes: {
      const auto bytes = prefixed(unit, "B", 1);
      return bytes ? bytes : prefixed(unit, "b", 0.125);
    }
    case Quantity::time_s:
      if (unit == "w") return 7 * 86400.0;
      for (const Prefix& known : times) {
        if (known.name == unit) return known.factor;
      }
      return std::nullopt;
  }
  return std::nullopt;
}

const char* unit_hint(Quantity quantity) {
  switch (quantity) {
    case Quantity::speed_flops:
      return "speeds are written like 1Gf, 250Mf, 3.2Tf";
    case Quantity::bandwidth_bytes_per_s:
      return "bandwidths are written like 10Gbps (bits), 1.25GBps (bytes), 5120MiBps";
    case Quantity::size_bytes:
      return "sizes are written like 8KiB, 64MB, 1GiB";
    case Quantity::time_s:
      return "times are written like 24us, 1.5ns, 2ms, 10s";
  }
  return "";
}

std::string scaled(double value, const char* unit) {
  constexpr std::array<Prefix, 6> steps = {
      {{"P", 1e15}, {"T", 1e12}, {"G", 1e9}, {"M", 1e6}, {"k", 1e3}, {"", 1}}};
  for (const Prefix& step : steps) {
    if (value >= step.factor)
      return fmt::format("{:.6g} {}{}", value / step.factor, step.name, unit);
  }
  return fmt::format("{:.6g} {}", value, unit);
}

}  // namespace

Parsed parse_quantity(std::string_view text, Quantity quantity, kernel::InputError::Where where) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto refuse = [&](const char* message) {
    where.text = text;
    where.hint = unit_hint(quantity);
    throw kernel::InputError(message, where);
  };
  if (error != std::errc() || !std::isfinite(number)) refuse("not a number with a unit");
  std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  if (unit.empty()) return {number, true};
  const std::optional<double> factor = unit_factor(unit, quantity);
  if (!factor) refuse("unknown unit");
  if (!std::isfinite(number * *factor)) refuse("larger than any number");
  return {number * *factor, false};
}

const char* base_unit_name(Quantity quantity) {
  switch (quantity) {
    case Quantity::speed_flops:
      return "flop/s";
    case Quantity::bandwidth_bytes_per_s:
      return "bytes per second";
    case Quantity::size_bytes:
      return "bytes";
    case Quantity::time_s:
      return "seconds";
  }
  return "";
}

std::string format_bandwidth(double bytes_per_s) {
  return scaled(bytes_per_s, "B/s");
}
std::string format_speed(double flops) {
  return scaled(flops, "flop/s");
}

std::string format_time(double seconds) {
  constexpr std::array<Prefix, 4> steps = {{{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}}};
  for (const Prefix& step : steps) {
    if (seconds >= step.factor) return fmt::format("{:.6g} {}", seconds / step.factor, step.name);
  }
  return fmt::format("{:.6g} s", seconds);
}

std::string format_size(double bytes) {
  constexpr std::array<Prefix, 4> steps = {
      {{"TiB", 1099511627776.0}, {"GiB", 1073741824.0}, {"MiB", 1048576.0}, {"KiB", 1024.0}}};
  for (const Prefix& step : steps) {
    if (bytes >= step.factor) return fmt::format("{:.4g} {}", bytes / step.factor, step.name);
  }
  return fmt::format("{:.4g} B", bytes);
}

}  // namespace smpi::models
