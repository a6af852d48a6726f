// SPDX-License-Identifier: BSD-3-Clause
//
// Reading an overlay: whatever can be wrong without the program is found here, with its line.
#include "libsmpi/cost/modeled/overlay/overlay_file.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "libsmpi/cost/modeled/cost_file.h"
#include "models/readers/toml_file.h"

namespace smpi::modeled {
namespace {

constexpr std::string_view reference_key = "reference_speed";
constexpr std::string_view plugin_key = "plugin";
constexpr std::string_view folded_key = "folded";
constexpr std::string_view pooled_key = "pooled";
constexpr std::string_view clearing_key = "clearing";
constexpr std::string_view arguments_key = "arguments";
constexpr std::string_view writes_key = "writes";
constexpr std::string_view result_key = "result";
constexpr std::string_view returns_key = "returns";
constexpr std::string_view replace_key = "replace";
constexpr std::string_view control_key = "control";
constexpr std::string_view rows_key = "rows";
constexpr std::string_view columns_key = "columns";
constexpr std::string_view stride_key = "stride";

kernel::InputError::Where where_of(const TomlFile& file, const toml::node& node) {
  return {.file = file.path(), .line = TomlFile::line_of(node)};
}

template <class Parse>
auto parsed(const TomlFile& file, const toml::node& node, const std::string& text, Parse&& parse) {
  try {
    return parse(text);
  } catch (const SignatureError& error) {
    file.refuse(node, error.message, error.text, error.hint);
  }
}

std::size_t find_pointer(const TomlFile& file, const toml::node& node, std::string_view name,
                         const Signature& signature) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < signature.pointers.size(); i++) {
    if (signature.pointers[i].name == name) return i;
    names.push_back(signature.pointers[i].name);
  }
  file.refuse(
      node, "the function has no pointer of this name", std::string(name),
      kernel::did_you_mean(name, names, fmt::format("its pointers: {}", fmt::join(names, ", "))));
}

Formula formula_of(const TomlFile& file, const toml::node& node, std::string_view key,
                   const std::vector<std::string>& names) {
  if (const auto number = node.value<double>(); number && node.is_number()) {
    return compile_formula(file, node, fmt::format("{}", *number), names);
  }
  return compile_formula(file, node, file.text(node, key), names);
}

WrittenRange read_written(const TomlFile& file, std::string_view name, const toml::node& node,
                          const Signature& signature) {
  const std::vector<std::string> names = signature.scalar_names();
  WrittenRange range{};
  range.pointer = find_pointer(file, node, name, signature);
  range.element_bytes = size_bytes(signature.pointers[range.pointer].type);
  range.columns = Formula::compile("1", {});
  const toml::table* parts = node.as_table();
  if (parts == nullptr) {
    range.rows = formula_of(file, node, name, names);
    return range;
  }
  file.check_keys(*parts, std::array{rows_key, columns_key, stride_key});
  const toml::node* rows = parts->get(rows_key);
  const toml::node* columns = parts->get(columns_key);
  const toml::node* stride = parts->get(stride_key);
  if (rows == nullptr || (columns == nullptr) != (stride == nullptr)) {
    file.refuse(node, "incomplete range", std::string(name),
                "rows, or rows, columns and stride; or one formula: its number of elements");
  }
  range.rows = formula_of(file, *rows, rows_key, names);
  if (columns == nullptr) return range;
  range.columns = formula_of(file, *columns, columns_key, names);
  range.stride = formula_of(file, *stride, stride_key, names);
  return range;
}

void read_result(const TomlFile& file, const toml::table& table, OverlayFunction& function) {
  const toml::node* type = table.get(result_key);
  const toml::node* value = table.get(returns_key);
  if (type != nullptr) {
    function.result_type = parsed(file, *type, file.text(*type, result_key), parse_scalar_type);
  }
  if (value == nullptr) return;
  if (function.result_type == ScalarType::nothing) {
    file.refuse(*value, "a value but no type of the result", function.name,
                "give result = \"int\" or another type");
  }
  function.result = formula_of(file, *value, returns_key, function.signature.scalar_names());
}

OverlayFunction read_function(const TomlFile& file, const std::string& name,
                              const toml::table& table, double reference_speed_flops) {
  OverlayFunction function;
  function.name = name;
  function.where = where_of(file, table);
  if (const toml::node* control = table.get(control_key)) {
    const auto value = control->value<bool>();
    if (!value) file.refuse(*control, "control must be true or false", "");
    function.is_control = *value;
  }
  if (const toml::node* replace = table.get(replace_key)) {
    file.check_keys(table, std::array{replace_key, control_key});
    function.plugin_function = file.text(*replace, replace_key);
    return function;
  }
  file.check_keys(table, std::array{arguments_key, terms_key, seconds_key, deviation_key,
                                    writes_key, result_key, returns_key, replace_key, control_key,
                                    class_key, frequency_key});
  if (const toml::node* arguments = table.get(arguments_key)) {
    function.signature =
        parsed(file, *arguments, file.text(*arguments, arguments_key), parse_signature);
  }
  const std::vector<std::string> names = function.signature.scalar_names();
  function.cost = read_cost(file, table, names, reference_speed_flops);
  if (const toml::node* writes = table.get(writes_key)) {
    for (const auto& [key, node] : file.table(*writes, writes_key)) {
      function.writes.push_back(read_written(file, key.str(), node, function.signature));
    }
  }
  read_result(file, table, function);
  return function;
}

std::vector<Overlay::Allocating> read_allocating(const TomlFile& file, const std::string& key,
                                                 const toml::node& node) {
  const toml::array* list = node.as_array();
  if (list == nullptr) file.refuse(node, key + " must be a list of functions", "");
  std::vector<Overlay::Allocating> functions;
  for (const toml::node& item : *list) {
    functions.push_back({file.text(item, "a function of the list"), where_of(file, item)});
  }
  return functions;
}

}  // namespace

Overlay read_overlay(const std::string& path) {
  const TomlFile file(path);
  constexpr double plain_speed_flops = 1e9;
  Overlay overlay;
  overlay.path = path;
  const toml::node* reference = file.root().get(reference_key);
  const double speed_flops =
      reference == nullptr ? plain_speed_flops : file.speed_flops(*reference, reference_key);
  for (const auto& [key, node] : file.root()) {
    const std::string name(key.str());
    if (name == reference_key) continue;
    if (name == plugin_key) {
      const std::filesystem::path library = file.text(node, plugin_key);
      overlay.plugin = std::filesystem::absolute(path).parent_path() / library;
      overlay.plugin_where = where_of(file, node);
    } else if (name == folded_key) {
      overlay.folded = read_allocating(file, name, node);
    } else if (name == pooled_key) {
      overlay.pooled = read_allocating(file, name, node);
    } else if (name == clearing_key) {
      overlay.clearing = read_allocating(file, name, node);
    } else if (const toml::table* table = node.as_table()) {
      overlay.functions.push_back(read_function(file, name, *table, speed_flops));
    } else {
      file.refuse(node, "unknown key", name,
                  "reference_speed, plugin, folded, pooled, clearing, or a table [function]");
    }
  }
  for (const OverlayFunction& function : overlay.functions) {
    if (function.plugin_function.empty() || !overlay.plugin.empty()) continue;
    throw kernel::InputError("replaced by a function of a plug-in, but there is no plug-in",
                             {.file = path,
                              .line = function.where.line,
                              .text = function.plugin_function,
                              .hint = "name it: plugin = \"file.so\""});
  }
  return overlay;
}

}  // namespace smpi::modeled
