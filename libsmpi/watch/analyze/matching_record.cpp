// SPDX-License-Identifier: BSD-3-Clause
//
// JSON keeps it readable for whoever looks for a mistake here.
#include "libsmpi/watch/analyze/matching_record.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "libsmpi/ranks/load/libc/written_files.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/analyze/analysis.h"
#include "libsmpi/watch/analyze/hooks.h"

namespace smpi {
namespace {

using Json = nlohmann::json;

MatchingRecord::Match record_match(const WildcardMatch& match, SourceLines& lines) {
  MatchingRecord::Match result{
      .choice = {match.rank->process, match.number, match.source},
      .chosen = match.chosen,
      .enforced = match.enforced,
      .call = fmt::format("{}{}", match.function, lines.of(match.called_at)),
      .alternatives = {}};
  for (const WildcardMatch::Alternative& other : match.alternatives) {
    result.alternatives.push_back({other.source, lines.of(other.sent_at)});
  }
  return result;
}

Json to_object(const MatchingRecord::Match& match) {
  Json alternatives = Json::array();
  for (const auto& other : match.alternatives) {
    alternatives.push_back({{"source", other.source}, {"sent_at", other.sent_at}});
  }
  return {{"process", match.choice.process}, {"number", match.choice.number},
          {"source", match.choice.source},   {"chosen", match.chosen},
          {"enforced", match.enforced},      {"call", match.call},
          {"alternatives", alternatives}};
}

MatchingRecord::Match to_match(const Json& json) {
  MatchingRecord::Match match{.choice = {json.at("process"), json.at("number"), json.at("source")},
                              .chosen = json.at("chosen"),
                              .enforced = json.at("enforced"),
                              .call = json.at("call"),
                              .alternatives = {}};
  for (const Json& other : json.at("alternatives")) {
    match.alternatives.push_back({other.at("source"), other.at("sent_at")});
  }
  return match;
}

}  // namespace

MatchingRecord record_matching(const Simulation& simulation) {
  Analysis& analysis = *analysis_of(simulation);
  MatchingRecord record{.matches = {},
                        .is_complete = analysis.matching.is_complete(),
                        .all_choices_taken = analysis.matching.choices_not_taken() == 0,
                        .writes_files = load::has_written_files(),
                        .end = {},
                        .report = {},
                        .exit_status = 0};
  for (const WildcardMatch& match : analysis.matching.matches()) {
    record.matches.push_back(record_match(match, analysis.lines));
  }
  return record;
}

std::string to_json(const MatchingRecord& record) {
  Json matches = Json::array();
  for (const MatchingRecord::Match& match : record.matches) matches.push_back(to_object(match));
  const Json json = {{"complete", record.is_complete},
                     {"choices_taken", record.all_choices_taken},
                     {"writes_files", record.writes_files},
                     {"end", record.end},
                     {"report", record.report},
                     {"exit_status", record.exit_status},
                     {"matches", matches}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool from_json(const std::string& text, MatchingRecord& record) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return false;
  record = {.matches = {},
            .is_complete = json.at("complete"),
            .all_choices_taken = json.at("choices_taken"),
            .writes_files = json.at("writes_files"),
            .end = json.at("end"),
            .report = json.at("report"),
            .exit_status = json.at("exit_status")};
  for (const Json& match : json.at("matches")) record.matches.push_back(to_match(match));
  return true;
}

Findings find_races(const Simulation& simulation) {
  Findings found;
  SourceLines& lines = analysis_of(simulation)->lines;
  for (const WildcardMatch& match : analysis_of(simulation)->matching.matches()) {
    if (match.alternatives.empty()) continue;
    std::set<std::string> places;
    for (const auto& other : match.alternatives) places.insert(lines.of(other.sent_at));
    found.add(fmt::format("{}{} with MPI_ANY_SOURCE, sent{}", match.function,
                          lines.of(match.called_at), fmt::join(places, ",")),
              match.rank);
  }
  return found;
}

}  // namespace smpi
