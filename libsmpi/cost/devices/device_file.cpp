// SPDX-License-Identifier: BSD-3-Clause
//
// Reading devices, kernels and library calls, and choosing a device by name.
#include "libsmpi/cost/devices/device_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <span>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/cost_file.h"
#include "libsmpi/cost/modeled/shipped_file.h"
#include "models/platform/units.h"
#include "models/readers/toml_file.h"

namespace smpi::devices {
namespace {

using models::Quantity;
using models::TomlFile;

constexpr std::size_t count_max = 64;
constexpr double memory_max_bytes = 0x1p40;  // the addresses of a device (device_memory.h)
constexpr std::uint64_t engines_max = 128;
constexpr std::uint64_t multiprocessors_max = 1U << 16;

constexpr std::array<std::string_view, 16> device_keys = {
    "title",           "memory", "peak",  "matrix_peak", "memory_rate",    "copy",
    "pageable",        "peers",  "host",  "call",        "kernel_latency", "kernel_engines",
    "multiprocessors", "warp",   "count", "watts"};
constexpr std::array<std::string_view, 7> kernel_keys = {
    "arguments", "terms", "seconds", "deviation", "flops", "bytes", "replace"};

kernel::InputError::Where where_of(const TomlFile& file, const toml::node& node) {
  return {.file = file.path(), .line = TomlFile::line_of(node)};
}

double positive(const TomlFile& file, const toml::node& node, std::string_view what,
                Quantity quantity) {
  const double value = file.quantity(node, what, quantity);
  if (value > 0 && std::isfinite(value)) return value;
  file.refuse(node, fmt::format("{} must be more than 0", what), fmt::format("{}", value));
}

// "25GBps, 5us"; the latency may be missing.
models::CopyLaw read_law(const TomlFile& file, const toml::node& node, std::string_view what) {
  const std::string text = file.text(node, what);
  const std::size_t comma = text.find(',');
  models::CopyLaw law;
  try {
    law.bandwidth_bytes_per_s =
        models::parse_quantity(text.substr(0, comma), Quantity::bandwidth_bytes_per_s).value;
    if (comma != std::string::npos) {
      const std::size_t begin = text.find_first_not_of(' ', comma + 1);
      law.latency_s = models::parse_quantity(begin == std::string::npos ? "" : text.substr(begin),
                                             Quantity::time_s)
                          .value;
    }
  } catch (const kernel::InputError& error) {
    file.refuse(node, fmt::format("{} is not a bandwidth and a latency", what), text,
                "such as \"25GBps, 5us\"");
  }
  if (law.bandwidth_bytes_per_s > 0 && law.latency_s >= 0) return law;
  file.refuse(node,
              fmt::format("{} must have a bandwidth above 0 and a latency of at least 0", what),
              text);
}

class DeviceReader {
 public:
  DeviceReader(const TomlFile& file, std::string name, const toml::table& table)
      : file_(file), table_(table) {
    file_.check_keys(table_, device_keys);
    spec_.name = std::move(name);
    spec_.full_name = spec_.name;
  }

  models::DeviceSpec read() {
    if (const toml::node* node = table_.get("title")) spec_.full_name = file_.text(*node, "title");
    read_memory();
    read_copies();
    if (const toml::node* node = table_.get("watts")) read_power(*node);
    time("call", spec_.call_s);
    time("kernel_latency", spec_.kernel_latency_s);
    whole("kernel_engines", engines_max, spec_.kernel_engine_count);
    whole("multiprocessors", multiprocessors_max, spec_.multiprocessor_count);
    whole("warp", 1024, spec_.warp_size);
    whole("count", count_max, spec_.count_per_host);
    return spec_;
  }

 private:
  const toml::node& required(std::string_view key, const char* example) {
    return file_.required(table_, key, "a device", example);
  }
  void time(std::string_view key, double& value_s) {
    if (const toml::node* node = table_.get(key))
      value_s = file_.quantity(*node, key, Quantity::time_s);
  }
  void whole(std::string_view key, std::uint64_t most, std::uint32_t& value) {
    if (const toml::node* node = table_.get(key)) {
      value = static_cast<std::uint32_t>(file_.whole(*node, key, 1, most));
    }
  }
  void read_memory() {
    const toml::node& memory = required("memory", "memory = \"64GB\"");
    spec_.memory_bytes = positive(file_, memory, "memory", Quantity::size_bytes);
    if (spec_.memory_bytes > memory_max_bytes) {
      file_.refuse(memory, "more memory than a device can have", file_.text(memory, "memory"),
                   "at most 1 TiB");
    }
    spec_.memory_bytes_per_s =
        positive(file_, required("memory_rate", "memory_rate = \"1600GBps\""), "memory_rate",
                 Quantity::bandwidth_bytes_per_s);
    spec_.peak_flops =
        positive(file_, required("peak", "peak = \"20Tf\""), "peak", Quantity::speed_flops);
    const toml::node* const matrix = table_.get("matrix_peak");
    spec_.matrix_peak_flops = matrix == nullptr
                                  ? spec_.peak_flops
                                  : positive(file_, *matrix, "matrix_peak", Quantity::speed_flops);
  }
  void read_power(const toml::node& node) {
    constexpr std::array<std::string_view, 3> keys = {"idle", "busy", "peak"};
    const toml::table& watts = file_.table(node, "watts");
    file_.check_keys(watts, keys);
    const auto read = [&](std::string_view key, double least_w) {
      const toml::node& value =
          file_.required(watts, key, "watts", "watts = {idle = 90, busy = 350, peak = 560}");
      const double power_w = file_.number(value, key);
      if (power_w >= least_w && std::isfinite(power_w)) return power_w;
      file_.refuse(value, fmt::format("{} must be at least {} W", key, least_w),
                   fmt::format("{}", power_w), "idle, busy and peak, each at least the one before");
    };
    models::AcceleratorPower power;
    power.idle_w = read("idle", 0);
    power.busy_w = read("busy", power.idle_w);
    power.peak_w = read("peak", power.busy_w);
    spec_.power = power;
  }
  void read_copies() {
    const toml::node& copies = required("copy", "copy = [\"25GBps, 5us\"]");
    const toml::array& laws = file_.array(copies, "copy");
    if (laws.empty() || laws.size() > 2) {
      file_.refuse(copies, "copy has one entry, or two: to the device and back", "",
                   "copy = [\"25GBps, 5us\"]");
    }
    spec_.to_device = read_law(file_, *laws.get(0), "copy");
    spec_.to_host = read_law(file_, *laws.get(laws.size() - 1), "copy");
    spec_.peer = spec_.to_device;
    if (const toml::node* node = table_.get("peers")) spec_.peer = read_law(file_, *node, "peers");
    rate("pageable", spec_.pageable_bytes_per_s);
    rate("host", spec_.host_bytes_per_s);
  }
  void rate(std::string_view key, double& value_bytes_per_s) {
    if (const toml::node* node = table_.get(key)) {
      value_bytes_per_s = positive(file_, *node, key, Quantity::bandwidth_bytes_per_s);
    }
  }

  const TomlFile& file_;
  const toml::table& table_;
  models::DeviceSpec spec_;
};

modeled::Formula read_formula(const TomlFile& file, const toml::node& node, std::string_view key,
                              std::span<const std::string> names) {
  const std::string text =
      node.is_number() ? fmt::format("{}", file.number(node, key)) : file.text(node, key);
  return modeled::compile_formula(file, node, text, names);
}

WorkCost read_work_cost(const TomlFile& file, const toml::table& table,
                        std::span<const std::string> names) {
  WorkCost cost;
  const toml::node* const flops = table.get("flops");
  const toml::node* const bytes = table.get("bytes");
  if (flops == nullptr && bytes == nullptr) {
    cost.time = modeled::read_cost(file, table, names, 1);
    return cost;
  }
  for (const std::string_view key : {modeled::terms_key, modeled::seconds_key}) {
    if (const toml::node* node = table.get(key)) {
      file.refuse(*node, "two costs", std::string(key), "give flops and bytes, or a time");
    }
  }
  cost.is_roofline = true;
  if (flops != nullptr) cost.flops = read_formula(file, *flops, "flops", names);
  if (bytes != nullptr) cost.bytes = read_formula(file, *bytes, "bytes", names);
  cost.time.file = file.path();
  cost.time.line = TomlFile::line_of(table);
  return cost;
}

KernelEntry read_kernel(const TomlFile& file, const std::string& name, const toml::table& table) {
  file.check_keys(table, kernel_keys);
  KernelEntry entry;
  entry.name = name;
  entry.where = where_of(file, table);
  if (const toml::node* arguments = table.get("arguments")) {
    entry.has_signature = true;
    try {
      entry.signature = modeled::parse_signature(file.text(*arguments, "arguments"));
    } catch (const modeled::SignatureError& error) {
      file.refuse(*arguments, error.message, error.text, error.hint);
    }
    if (entry.signature.scalars.size() > kernel_scalars_max) {
      file.refuse(*arguments, fmt::format("more than {} scalar arguments", kernel_scalars_max),
                  name);
    }
  }
  std::vector<std::string> names = entry.signature.scalar_names();
  names.insert(names.end(), std::begin(launch_names), std::end(launch_names));
  entry.cost = read_work_cost(file, table, names);
  if (const toml::node* replace = table.get("replace")) {
    entry.plugin_function = file.text(*replace, "replace");
  }
  return entry;
}

LibraryEntry read_library_call(const TomlFile& file, const toml::table& table) {
  constexpr std::array<std::string_view, 5> keys = {"terms", "seconds", "deviation", "flops",
                                                    "bytes"};
  file.check_keys(table, keys);
  const std::vector<std::string> names(std::begin(library_names), std::end(library_names));
  return {.where = where_of(file, table), .cost = read_work_cost(file, table, names)};
}

}  // namespace

DeviceFile read_device_file(const std::string& path) {
  const TomlFile file(path);
  constexpr std::array<std::string_view, 4> sections = {"plugin", "devices", "kernels", "library"};
  file.check_keys(file.root(), sections);
  DeviceFile result;
  result.path = path;
  if (const toml::node* plugin = file.root().get("plugin")) {
    result.plugin = std::filesystem::absolute(path).parent_path() / file.text(*plugin, "plugin");
  }
  const auto for_each_table = [&](std::string_view section, auto&& read) {
    const toml::node* const tables = file.root().get(section);
    if (tables == nullptr) return;
    for (const auto& [key, node] : file.table(*tables, section)) {
      const std::string name(key.str());
      read(name, file.table(node, fmt::format("{}.{}", section, name)));
    }
  };
  for_each_table("devices", [&](const std::string& name, const toml::table& table) {
    result.devices.emplace(name, DeviceReader(file, name, table).read());
  });
  for_each_table("kernels", [&](const std::string& name, const toml::table& table) {
    result.kernels.push_back(read_kernel(file, name, table));
    if (result.kernels.back().plugin_function.empty() || !result.plugin.empty()) return;
    file.refuse(table, "computed by a function of a plug-in, but there is no plug-in",
                result.kernels.back().plugin_function, "name it: plugin = \"file.so\"");
  });
  for_each_table("library", [&](const std::string& name, const toml::table& table) {
    result.library.emplace(name, read_library_call(file, table));
  });
  return result;
}

models::DeviceSpec choose_device(const std::string& text, const std::vector<DeviceFile>& files) {
  std::string name = text;
  std::uint32_t count = 0;
  const std::size_t cross = text.find('x');
  if (cross != std::string::npos && cross > 0 &&
      std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(cross),
                  [](char c) { return c >= '0' && c <= '9'; })) {
    name = text.substr(cross + 1);
    std::from_chars(text.data(), text.data() + cross, count);
    if (count == 0 || count > count_max) {
      throw kernel::InputError("a host has 1 to 64 devices",
                               {.text = "--devices " + text, .hint = "such as 8xmi250x_gcd"});
    }
  }
  const DeviceFile presets = read_device_file(
      modeled::shipped_file("devices/presets.toml", "describe the device with --kernels"));
  std::vector<std::string_view> known;
  const auto find = [&](const DeviceFile& file) -> const models::DeviceSpec* {
    for (const auto& [key, spec] : file.devices) known.push_back(key);
    const auto found = file.devices.find(name);
    return found == file.devices.end() ? nullptr : &found->second;
  };
  const models::DeviceSpec* chosen = nullptr;
  for (const DeviceFile& file : files) {
    if (chosen == nullptr) chosen = find(file);
  }
  if (chosen == nullptr) chosen = find(presets);
  if (chosen == nullptr) {
    throw kernel::InputError(
        "no device of this name",
        {.text = "--devices " + text,
         .hint = kernel::did_you_mean(
             name, known,
             fmt::format("known: {}; others are described in a file, --kernels FILE.toml",
                         fmt::join(known, ", ")))});
  }
  models::DeviceSpec spec = *chosen;
  if (count > 0) spec.count_per_host = count;
  return spec;
}

}  // namespace smpi::devices
