// SPDX-License-Identifier: BSD-3-Clause
//
// JSON, a blank, 16 hexadecimal digits.
#include "tools/study/store/outcome.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <nlohmann/json.hpp>

namespace smpi::study {
namespace {

using Json = nlohmann::json;

constexpr std::size_t digit_count = 16;

std::string hash_of(std::string_view text) {
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

Outcome from_json(const Json& json) {
  Outcome outcome{.key = json.at("key"), .reason = json.at("reason")};
  outcome.run = json.at("run");
  outcome.attempt = json.at("attempt");
  outcome.exit = json.at("exit");
  outcome.is_short_of_memory = json.at("short_of_memory");
  outcome.peak_bytes = json.at("peak_bytes");
  outcome.wall_s = json.at("wall_s");
  outcome.summary = json.at("summary");
  outcome.output = json.at("output");
  outcome.is_output_whole = json.at("output_is_whole");
  for (const auto& [name, value] : json.at("values").items()) {
    outcome.values.emplace_back(name, value.get<double>());
  }
  return outcome;
}

}  // namespace

std::string outcome_line(const Outcome& outcome) {
  Json values = Json::object();
  for (const auto& [name, value] : outcome.values) values[name] = value;
  const Json json = {{"run", outcome.run},
                     {"attempt", outcome.attempt},
                     {"key", outcome.key},
                     {"exit", outcome.exit},
                     {"reason", outcome.reason},
                     {"short_of_memory", outcome.is_short_of_memory},
                     {"peak_bytes", outcome.peak_bytes},
                     {"wall_s", outcome.wall_s},
                     {"summary", outcome.summary},
                     {"output", outcome.output},
                     {"output_is_whole", outcome.is_output_whole},
                     {"values", values}};
  // A program may write bytes that are not UTF-8.
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  return fmt::format("{} {}\n", text, hash_of(text));
}

std::optional<Outcome> read_outcome(std::string_view line) {
  if (line.size() < digit_count + 1) return std::nullopt;
  const std::string_view text = line.substr(0, line.size() - digit_count - 1);
  if (line[text.size()] != ' ' || line.substr(text.size() + 1) != hash_of(text))
    return std::nullopt;
  return from_json(Json::parse(text));
}

}  // namespace smpi::study
