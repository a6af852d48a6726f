// SPDX-License-Identifier: BSD-3-Clause
//
// Each table of the file is a function here; rows become the texts that options have, with all
// their digits.
#include "models/readers/network_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "kernel/error.h"
#include "kernel/read_file.h"
#include "models/platform/units.h"
#include "models/readers/toml_file.h"
#include "models/readers/xml_document.h"

namespace smpi::models {
namespace {

// What each message carries besides its payload (MODELS 1.1).
constexpr double header_bytes = 16;

struct Renamed {
  std::string_view old_name;
  std::string_view name;
};
constexpr std::array<Renamed, 10> renamed = {{
    {"smpi/bw-factor", "network/bandwidth-factor"},
    {"smpi/lat-factor", "network/latency-factor"},
    {"network/bw-factor", "network/bandwidth-factor"},
    {"network/lat-factor", "network/latency-factor"},
    {"smpi/bandwidth-factor", "network/bandwidth-factor"},
    {"smpi/latency-factor", "network/latency-factor"},
    {"smpi/async-small-thres", "smpi/async-small-thresh"},
    {"smpi/send-is-detached-thres", "smpi/send-is-detached-thresh"},
    {"smpi/loopback-bw-factor", "network/loopback-bandwidth-factor"},
    {"smpi/loopback-lat-factor", "network/loopback-latency-factor"},
}};

// The form of the file, which a new one that means something else would change.
constexpr std::uint64_t format_max = 1;

class Reader {
 public:
  explicit Reader(const std::string& path) : file_(path) {}
  NetworkFile read();

 private:
  using Fields = std::span<const std::string_view>;

  const toml::table* table_of(std::string_view name, Fields keys) const;
  void set(std::string_view option, std::string value, const toml::node& node) {
    result_.settings.push_back({std::string(option), std::move(value), TomlFile::line_of(node)});
  }
  void set_number(const toml::table& table, std::string_view key, std::string_view option);
  double amount(const toml::node& node, std::string_view what) const;
  double quantity_with_unit(const toml::node& node, std::string_view what, Quantity kind) const;
  const toml::array& row_of(const toml::node& node, std::string_view what, std::size_t least,
                            std::size_t most, const char* form) const;
  template <class Add>
  void each_row(const toml::node& node, std::string_view what, Add add) const;
  void read_reference();
  void read_sizes();
  void read_protocol();
  void read_overheads();
  void read_factors(const toml::node& node, std::string_view what, const std::string& prefix);
  void read_loopback();
  void read_sharing();
  void read_noise();
  std::string modes_of(const toml::node& node) const;

  TomlFile file_;
  NetworkFile result_;
};

NetworkFile Reader::read() {
  constexpr std::array<std::string_view, 10> known = {
      "format",    "origin", "reference", "sizes",   "protocol",
      "overheads", "remote", "loopback",  "sharing", "noise"};
  std::vector<std::string_view> names(known.begin(), known.end());
  names.push_back("quality");
  file_.check_keys(file_.root(), names);
  const toml::node& format = file_.required(file_.root(), "format", "a network file", "format = 1");
  file_.whole(format, "'format'", 1, format_max);
  // What origin and quality say is for people.
  for (const std::string_view name : {"origin", "quality"}) {
    if (const toml::node* node = file_.root().get(name)) file_.table(*node, name);
  }
  read_reference();
  read_sizes();
  read_protocol();
  read_overheads();
  constexpr std::array<std::string_view, 1> remote_keys = {"factors"};
  if (const toml::table* remote = table_of("remote", remote_keys)) {
    if (const toml::node* node = remote->get("factors")) {
      read_factors(*node, "'factors'", "network/");
    }
  }
  read_loopback();
  read_sharing();
  read_noise();
  return std::move(result_);
}

const toml::table* Reader::table_of(std::string_view name, Fields keys) const {
  const toml::node* node = file_.root().get(name);
  if (node == nullptr) return nullptr;
  const toml::table& table = file_.table(*node, fmt::format("[{}]", name));
  file_.check_keys(table, keys);
  return &table;
}

// A number of at least 0.
double Reader::amount(const toml::node& node, std::string_view what) const {
  const double value = file_.number(node, what);
  if (value < 0) {
    file_.refuse(node, fmt::format("{} must not be negative", what), fmt::format("{}", value));
  }
  return value;
}

double Reader::quantity_with_unit(const toml::node& node, std::string_view what,
                                  Quantity kind) const {
  const char* example = kind == Quantity::time_s ? "\"0.5us\"" : "\"12.5GBps\"";
  if (!node.is_string()) {
    file_.refuse(node, fmt::format("{} needs a unit", what),
                 fmt::format("{}", file_.number(node, what)),
                 fmt::format("write it like {}", example));
  }
  const std::string text = file_.text(node, what);
  const Parsed parsed =
      parse_quantity(text, kind, {.file = file_.path(), .line = TomlFile::line_of(node)});
  if (parsed.unit_missing) {
    file_.refuse(node, fmt::format("{} needs a unit", what), text,
                 fmt::format("write it like {}", example));
  }
  if (parsed.value < 0) file_.refuse(node, fmt::format("{} must not be negative", what), text);
  return parsed.value;
}

void Reader::set_number(const toml::table& table, std::string_view key, std::string_view option) {
  const toml::node* node = table.get(key);
  if (node != nullptr) set(option, fmt::format("{}", amount(*node, key)), *node);
}

const toml::array& Reader::row_of(const toml::node& node, std::string_view what, std::size_t least,
                                  std::size_t most, const char* form) const {
  const toml::array& row = file_.array(node, fmt::format("a row of {}", what));
  if (row.size() < least || row.size() > most) {
    file_.refuse(node, fmt::format("a row of {} has {} values", what, row.size()), "",
                 fmt::format("write rows as {}", form));
  }
  return row;
}

// Calls add(row, from_bytes) for each row of a table; their first values must ascend.
template <class Add>
void Reader::each_row(const toml::node& node, std::string_view what, Add add) const {
  const toml::array& rows = file_.array(node, what);
  if (rows.empty()) file_.refuse(node, fmt::format("{} has no rows", what), "[]");
  double last_bytes = -1;
  for (const toml::node& row : rows) {
    const toml::array& values = file_.array(row, fmt::format("a row of {}", what));
    if (values.empty()) file_.refuse(row, fmt::format("a row of {} is empty", what), "[]");
    const double from_bytes = amount(values[0], fmt::format("the size of a row of {}", what));
    if (from_bytes <= last_bytes) {
      file_.refuse(row, fmt::format("sizes of {} must ascend", what), fmt::format("{}", from_bytes),
                   fmt::format("the row before it begins at {}", last_bytes));
    }
    last_bytes = from_bytes;
    add(row, from_bytes);
  }
}

void Reader::read_reference() {
  constexpr std::array<std::string_view, 3> keys = {"bandwidth", "latency", "links_on_route"};
  const toml::table* table = table_of("reference", keys);
  if (table == nullptr) return;
  const toml::node& bandwidth = file_.required(*table, "bandwidth", "[reference]");
  const toml::node& latency = file_.required(*table, "latency", "[reference]");
  NetworkFile::Reference reference;
  reference.bandwidth_bytes_per_s =
      quantity_with_unit(bandwidth, "'bandwidth'", Quantity::bandwidth_bytes_per_s);
  reference.latency_s = quantity_with_unit(latency, "'latency'", Quantity::time_s);
  reference.bandwidth = file_.text(bandwidth, "'bandwidth'");
  reference.latency = file_.text(latency, "'latency'");
  if (reference.bandwidth_bytes_per_s <= 0) {
    file_.refuse(bandwidth, "a bandwidth must be positive", reference.bandwidth);
  }
  if (const toml::node* links = table->get("links_on_route")) {
    file_.whole(*links, "'links_on_route'", 1, 1000);
  }
  result_.reference = std::move(reference);
}

void Reader::read_sizes() {
  constexpr std::array<std::string_view, 2> keys = {"min", "max"};
  const toml::table* table = table_of("sizes", keys);
  if (table == nullptr) return;
  const double least = amount(file_.required(*table, "min", "[sizes]"), "'min'");
  const toml::node& most_node = file_.required(*table, "max", "[sizes]");
  const double most = amount(most_node, "'max'");
  if (most < least) {
    file_.refuse(most_node, "the largest size is below the smallest", fmt::format("{}", most));
  }
  set("network/measured-sizes", fmt::format("{}:{}", least, most), most_node);
}

void Reader::read_protocol() {
  constexpr std::array<std::string_view, 3> keys = {"async_small_thresh", "detached_thresh",
                                                    "socket_buffer"};
  const toml::table* table = table_of("protocol", keys);
  if (table == nullptr) return;
  set_number(*table, keys[0], "smpi/async-small-thresh");
  set_number(*table, keys[1], "smpi/send-is-detached-thresh");
  set_number(*table, keys[2], "smpi/socket-buffer");
}

void Reader::read_overheads() {
  constexpr std::array<std::string_view, 6> keys = {"os", "ois", "or", "iprobe", "test", "wtime"};
  const toml::table* table = table_of("overheads", keys);
  if (table == nullptr) return;
  for (const std::string_view key : {"iprobe", "test", "wtime"}) {
    set_number(*table, key, fmt::format("smpi/{}", key));
  }
  for (const std::string_view key : {"os", "ois", "or"}) {
    const toml::node* node = table->get(key);
    if (node == nullptr) continue;
    std::string text;
    each_row(*node, key, [&](const toml::node& row, double from_bytes) {
      const toml::array& values = row_of(row, key, 3, 3, "[from_bytes, seconds, seconds_per_byte]");
      text += fmt::format("{}{}:{}:{}", text.empty() ? "" : ";", from_bytes,
                          amount(values[1], fmt::format("the seconds of {}", key)),
                          amount(values[2], fmt::format("the seconds per byte of {}", key)));
    });
    set(fmt::format("smpi/{}", key), std::move(text), *node);
  }
}

// Rows of factors, as options that begin with `prefix`.
void Reader::read_factors(const toml::node& node, std::string_view what,
                          const std::string& prefix) {
  std::string latency;
  std::string bandwidth;
  std::string per_flow;
  each_row(node, what, [&](const toml::node& row, double from_bytes) {
    const toml::array& values =
        row_of(row, what, 3, 4, "[from_bytes, latency factor, bandwidth factor, per_flow]");
    const double latency_factor = amount(values[1], "a latency factor");
    const double bandwidth_factor = amount(values[2], "a bandwidth factor");
    if (bandwidth_factor == 0) file_.refuse(row, "a bandwidth factor must be above 0", "0");
    const bool is_per_flow = values.size() > 3 && file_.boolean(values[3], "per_flow");
    // A row from 0 holds for empty messages, too.
    const double threshold = from_bytes > 0 ? from_bytes + header_bytes : 0;
    const char* separator = latency.empty() ? "" : ";";
    latency += fmt::format("{}{}:{}", separator, threshold, latency_factor);
    bandwidth += fmt::format("{}{}:{}", separator, threshold, bandwidth_factor);
    per_flow += fmt::format("{}{}:{}", separator, threshold, is_per_flow ? 1 : 0);
  });
  set(prefix + "latency-factor", std::move(latency), node);
  set(prefix + "bandwidth-factor", std::move(bandwidth), node);
  set(prefix + "per-flow", std::move(per_flow), node);
}

void Reader::read_loopback() {
  constexpr std::array<std::string_view, 4> keys = {"bandwidth", "latency", "factors",
                                                    "node_capacity"};
  const toml::table* table = table_of("loopback", keys);
  if (table == nullptr) return;
  const auto set_bandwidth = [&](std::string_view key, std::string_view option) {
    const toml::node* node = table->get(key);
    if (node == nullptr) return;
    const double value = quantity_with_unit(*node, key, Quantity::bandwidth_bytes_per_s);
    if (value <= 0) file_.refuse(*node, "a bandwidth must be positive", file_.text(*node, key));
    set(option, fmt::format("{}", value), *node);
  };
  set_bandwidth("bandwidth", "network/loopback-bw");
  set_bandwidth("node_capacity", "network/loopback-capacity");
  if (const toml::node* latency = table->get("latency")) {
    const double value = quantity_with_unit(*latency, "latency", Quantity::time_s);
    set("network/loopback-lat", fmt::format("{}", value), *latency);
  }
  if (const toml::node* factors = table->get("factors")) {
    read_factors(*factors, "'factors'", "network/loopback-");
  }
}

void Reader::read_sharing() {
  constexpr std::array<std::string_view, 3> keys = {"crosstraffic", "acknowledgements",
                                                    "pair_duplex"};
  const toml::table* table = table_of("sharing", keys);
  if (table == nullptr) return;
  if (const toml::node* node = table->get("crosstraffic")) {
    const std::string value = file_.text(*node, "'crosstraffic'");
    if (value != "yes" && value != "no" && value != "reserve") {
      file_.refuse(*node, "'crosstraffic' is \"yes\", \"no\" or \"reserve\"", value);
    }
    set("network/crosstraffic", value, *node);
  }
  if (const toml::node* node = table->get("acknowledgements")) {
    const double share = amount(*node, "'acknowledgements'");
    if (share > 1) {
      file_.refuse(*node, "'acknowledgements' is a share of at most 1", fmt::format("{}", share));
    }
    set("network/acknowledgements", fmt::format("{}", share), *node);
  }
  if (const toml::node* node = table->get("pair_duplex")) {
    const std::string value = file_.text(*node, "'pair_duplex'");
    const bool has_size = value.starts_with("half:") &&
                          value.find_first_not_of("0123456789", 5) == std::string::npos &&
                          value.size() > 5;
    if (value != "full" && value != "half" && !has_size) {
      file_.refuse(*node, "'pair_duplex' is \"full\", \"half\" or \"half:BYTES\"", value);
    }
    set("smpi/pair-duplex", value, *node);
  }
}

// [[weight, deviation, mean], ...] as an option has it; a mode without a mean has 1.
std::string Reader::modes_of(const toml::node& node) const {
  const toml::array& modes = file_.array(node, "the modes of noise");
  if (modes.empty()) file_.refuse(node, "noise needs at least one mode", "[]");
  std::string text;
  for (const toml::node& each : modes) {
    const toml::array& mode = row_of(each, "modes", 2, 3, "[weight, deviation, mean]");
    const double weight = amount(mode[0], "the weight of a mode");
    const double deviation = amount(mode[1], "the deviation of a mode");
    const double mean = mode.size() > 2 ? amount(mode[2], "the mean of a mode") : 1;
    if (mean == 0) file_.refuse(each, "the mean of a mode must be above 0", "0");
    if (weight == 0) file_.refuse(each, "the weight of a mode must be above 0", "0");
    text += fmt::format(":{},{},{}", mean, deviation, weight);
  }
  return text;
}

void Reader::read_noise() {
  constexpr std::array<std::string_view, 5> keys = {"remote", "loopback", "os", "ois", "or"};
  const toml::table* table = table_of("noise", keys);
  if (table == nullptr) return;
  for (const std::string_view key : keys) {
    const toml::node* node = table->get(key);
    if (node == nullptr) continue;
    std::string text;
    each_row(*node, key, [&](const toml::node& row, double from_bytes) {
      const toml::array& values = row_of(row, key, 2, 3, "[from_bytes, deviation, modes]");
      const double deviation = amount(values[1], "a deviation");
      text += fmt::format("{}{}{}", text.empty() ? "" : ";", from_bytes,
                          values.size() > 2 ? modes_of(values[2]) : fmt::format(":{}", deviation));
    });
    set(fmt::format("network/noise-{}", key), std::move(text), *node);
  }
}

NetworkFile read_simgrid_file(const std::string& path) {
  const XmlFile file(path);
  NetworkFile result;
  for (const pugi::xml_node config : file.root().node().children("config")) {
    for (const pugi::xml_node node : config.children("prop")) {
      const Element prop(file, node);
      result.settings.push_back({std::string(option_name_of_today(prop.text("id"))),
                                 std::string(prop.text("value")), prop.line()});
    }
  }
  if (result.settings.empty()) {
    file.root().refuse("this platform file says nothing of a network", file.root().tag(),
                       "--network takes the options in its <config>");
  }
  return result;
}

}  // namespace

std::string_view option_name_of_today(std::string_view name) {
  for (const Renamed& each : renamed) {
    if (each.old_name == name) return each.name;
  }
  return name;
}

NetworkFile read_network_file(const std::string& path) {
  const std::string content = kernel::read_file(path, "this network file", {.file = path});
  const std::size_t first = content.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (first != std::string::npos && content[first] == '<') return read_simgrid_file(path);
  return Reader(path).read();
}

std::string describe_other_links(const NetworkFile& file, const Platform& platform) {
  if (!file.reference) return "";
  const LinkTable& links = platform.links;
  std::vector<bool> is_loopback(links.count());
  Route route;
  for (HostId host = 0; host < platform.hosts.count(); host++) {
    if (!platform.find_route(host, host, route)) continue;
    for (const LinkId link : route.links) is_loopback[link] = true;
  }
  std::size_t other_count = 0;
  LinkId example = no_id;
  for (LinkId link = 0; link < links.count(); link++) {
    if (is_loopback[link]) continue;
    const bool is_same =
        links.bandwidth_bytes_per_s[link] == file.reference->bandwidth_bytes_per_s &&
        links.latency_s[link] == file.reference->latency_s;
    if (is_same) continue;
    if (other_count++ == 0) example = link;
  }
  if (other_count == 0) return "";
  return fmt::format(
      "the network was measured with links of {},{}; {} of {} links of the platform are not like "
      "that ({}: {},{}), and the same factors apply to them",
      file.reference->bandwidth, file.reference->latency, other_count, links.count(),
      links.name[example], format_bandwidth(links.bandwidth_bytes_per_s[example]),
      format_time(links.latency_s[example]));
}

}  // namespace smpi::models
