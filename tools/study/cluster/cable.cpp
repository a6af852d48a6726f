// SPDX-License-Identifier: BSD-3-Clause
//
// Presets are data: one file a cable, each number with its source beside it.
#include "tools/study/cluster/cable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>

#include "kernel/error.h"
#include "kernel/file_kind.h"
#include "models/readers/toml_file.h"

namespace smpi::study::cluster {
namespace {

namespace fs = std::filesystem;
using models::Quantity;
using models::TomlFile;

fs::path presets_folder() {
  const fs::path own = fs::read_symlink("/proc/self/exe").parent_path();
  return (own / "../share/libsmpi/cables").lexically_normal();
}

Spread spread_of(const TomlFile& file, const char* key, std::optional<Quantity> quantity) {
  const toml::node& node = file.required(file.root(), key, "a cable",
                                         fmt::format("such as {} = [low, median, high]", key));
  const toml::array& values = file.array(node, fmt::format("'{}'", key));
  if (values.size() != 3) {
    file.refuse(node, fmt::format("'{}' has three values", key), fmt::format("{}", values.size()),
                "80 % of what is usual lies between the first and the last one");
  }
  std::array<double, 3> found{};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::string what = fmt::format("'{}'", key);
    found.at(i) =
        quantity ? file.quantity(values[i], what, *quantity) : file.number(values[i], what);
    if (!(found.at(i) > 0) || (i > 0 && found.at(i) < found.at(i - 1))) {
      file.refuse(node, fmt::format("the values of '{}' are more than 0 and ascend", key),
                  fmt::format("{}", found.at(i)));
    }
  }
  return {found[0], found[1], found[2]};
}

Cable read_preset(const std::string& path) {
  const TomlFile file(path);
  constexpr std::array<std::string_view, 8> known = {"description", "rate",    "payload",   "left",
                                                     "latency",     "message", "core_rate", "name"};
  file.check_keys(file.root(), known);
  Cable cable;
  cable.name = fs::path(path).stem();
  if (const toml::node* node = file.root().get("description")) {
    cable.description = file.text(*node, "'description'");
  }
  const toml::node& rate =
      file.required(file.root(), "rate", "a cable", "such as rate = \"25Gbps\"");
  cable.line_bytes_per_s = file.quantity(rate, "'rate'", Quantity::bandwidth_bytes_per_s);
  if (!(cable.line_bytes_per_s > 0)) file.refuse(rate, "'rate' is more than 0", "0");
  cable.payload = spread_of(file, "payload", std::nullopt);
  cable.left = spread_of(file, "left", std::nullopt);
  cable.latency_s = spread_of(file, "latency", Quantity::time_s);
  cable.message_s = spread_of(file, "message", Quantity::time_s);
  cable.core_bytes_per_s = spread_of(file, "core_rate", Quantity::bandwidth_bytes_per_s);
  return cable;
}

// As iperf and ping measured them: the payload is exact, ping's time is of the kernel and there and
// back. What is not measured is as for the preset whose rate is nearest.
Cable measured_cable(const std::string& word, std::size_t comma) {
  const double rate = models::parse_quantity(word.substr(0, comma), Quantity::bandwidth_bytes_per_s,
                                             {.text = "--cable " + word})
                          .value;
  const double latency_s =
      models::parse_quantity(word.substr(comma + 1), Quantity::time_s, {.text = "--cable " + word})
          .value;
  if (!(rate > 0 && latency_s > 0)) {
    throw kernel::InputError("rate and latency of a cable are more than 0",
                             {.text = "--cable " + word});
  }
  constexpr double tcp_slower_than_s = 5e-6;
  const char* like = latency_s < tcp_slower_than_s ? "HDR200" : rate < 1e9 ? "1GbE" : "25GbE";
  Cable cable = read_preset((presets_folder() / like).native() + ".toml");
  cable.name = word;
  cable.description = fmt::format("as measured; the rest as {}", like);
  cable.line_bytes_per_s = rate;
  cable.payload = {1, 1, 1};
  cable.latency_s = {latency_s, latency_s, latency_s};
  return cable;
}

}  // namespace

Cable unused_cable() {
  Cable cable;
  cable.name = "none";
  cable.line_bytes_per_s = 1e9;
  const Spread exact = {1, 1, 1};
  cable.payload = cable.left = exact;
  const Spread second = {1e-6, 1e-6, 1e-6};
  cable.latency_s = cable.message_s = second;
  cable.core_bytes_per_s = {1e9, 1e9, 1e9};
  return cable;
}

std::vector<std::string> preset_names() {
  std::vector<std::pair<double, std::string>> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(presets_folder(), none)) {
    if (entry.path().extension() != ".toml") continue;
    found.emplace_back(read_preset(entry.path()).line_bytes_per_s, entry.path().stem());
  }
  std::ranges::sort(found);
  std::vector<std::string> names;
  for (auto& [rate, name] : found) names.push_back(std::move(name));
  return names;
}

namespace {

// "4x" of "4xHDR200".
std::optional<std::uint32_t> count_before(const std::string& word, std::size_t& name) {
  std::uint32_t count = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), count);
  name = static_cast<std::size_t>(end - word.data()) + 1;
  if (error != std::errc() || count < 1 || end == word.data() + word.size() || *end != 'x')
    return std::nullopt;
  return count;
}

}  // namespace

Cable read_cable(const std::string& word) {
  std::size_t name = 0;
  if (const auto count = count_before(word, name); count && !kernel::is_there(word)) {
    Cable cable = read_cable(word.substr(name));
    cable.name = word;
    cable.line_bytes_per_s *= *count;
    return cable;
  }
  if (const fs::path preset = presets_folder() / (word + ".toml"); kernel::is_there(preset)) {
    return read_preset(preset);
  }
  if (kernel::is_there(word)) {
    const TomlFile file(word);
    if (file.root().contains("rate")) return read_preset(word);
    if (file.root().contains("reference") || file.root().contains("remote")) {
      Cable cable;
      cable.name = fs::path(word).stem();
      cable.description = "measured by smpi-calibrate network";
      cable.network = fs::absolute(word);
      return cable;
    }
    throw kernel::InputError(
        "this is neither a cable nor a file of smpi-calibrate network",
        {.file = word, .hint = "a cable has 'rate', a calibration has [reference]"});
  }
  if (const std::size_t comma = word.find(','); comma != std::string::npos) {
    return measured_cable(word, comma);
  }
  const std::vector<std::string> names = preset_names();
  const std::vector<std::string_view> views(names.begin(), names.end());
  throw kernel::InputError(
      "unknown cable",
      {.text = word,
       .hint = kernel::did_you_mean(
           word, views,
           fmt::format("known: {}; or RATE,LATENCY such as 25Gbps,12us, or the file of "
                       "smpi-calibrate network",
                       fmt::join(names, ", ")))});
}

std::string network_text(const CableValues& values) {
  constexpr double ends = 2;
  constexpr double links = 2;
  // What the calls take is part of the time from process to process.
  const double wire_s = std::max(0.0, values.latency_s - ends * values.message_s);
  const double core_share = std::min(1.0, values.core_bytes_per_s / values.bandwidth_bytes_per_s);
  return fmt::format(
      "# Written by smpi-study hpl.\nformat = 1\n[reference]\nbandwidth = \"{}Bps\"\n"
      "latency = \"{}s\"\nlinks_on_route = 2\n"
      "[protocol]\nasync_small_thresh = 65536\ndetached_thresh = 65536\n"
      "[overheads]\nos = [[0, {}, 0]]\nois = [[0, {}, 0]]\nor = [[0, {}, 0]]\n"
      "[remote]\nfactors = [[0, 1, {}, true]]\n"
      "[loopback]\nbandwidth = \"{}Bps\"\nlatency = \"{}s\"\nfactors = [[0, 1, 1, true]]\n"
      "node_capacity = \"{}Bps\"\n[sharing]\ncrosstraffic = \"no\"\n",
      values.bandwidth_bytes_per_s, wire_s / links, values.message_s, values.message_s,
      values.message_s, core_share, values.loopback_bytes_per_s, 3e-7,
      values.node_copies_bytes_per_s);
}

}  // namespace smpi::study::cluster
