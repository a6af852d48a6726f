// SPDX-License-Identifier: BSD-3-Clause
//
// Wall time, attempts and workers are left out of all but the status: they differ from run to run.
#include "tools/study/results/study_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <unordered_map>

#include "kernel/error.h"
#include "libsmpi/ranks/runtime/version.h"
#include "models/platform/units.h"
#include "tools/study/plan/expression.h"
#include "tools/study/runs/prediction.h"
#include "tools/study/statistics/sample.h"

namespace smpi::study {
namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

// A lease is a matter of this moment.
std::string_view lasting_state(State state) {
  return state_name(state == State::leased ? State::planned : state);
}

std::string text_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number()) return value_text(value.get<double>());
  return "";
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::optional<double> value_of(const StoredRun& run, const std::string& name) {
  const auto found = std::ranges::find(run.values, name, &std::pair<std::string, double>::first);
  if (run.state != State::done || found == run.values.end()) return std::nullopt;
  return found->second;
}

std::vector<double> sample_of(const std::vector<StoredRun>& runs, const std::string& name) {
  std::vector<double> sample;
  for (const StoredRun& run : runs) {
    if (const auto value = value_of(run, name)) sample.push_back(*value);
  }
  return sample;
}

// Of several runs: failed when one did, planned when one is to come or there is none.
std::string_view common_state(const std::vector<StoredRun>& runs) {
  std::string_view state = state_name(runs.empty() ? State::planned : State::done);
  for (const StoredRun& run : runs) {
    if (run.state == State::failed) return state_name(State::failed);
    if (run.state != State::done) state = lasting_state(run.state);
  }
  return state;
}

// To two digits: more would say more than is known.
double rounded(double value) {
  return std::stod(fmt::format("{:.1e}", value));
}

kernel::InputError damaged(const StudyFolder& folder, const std::string& what) {
  return {"this study is damaged",
          {.file = folder.database(),
           .text = what,
           .hint = "remove its folder and run it again; runs that are in the cache take no time"}};
}

Json parsed(const StudyFolder& folder, const std::string& text) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw damaged(folder, text);
  return json;
}

double number_of(const StudyFolder& folder, const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) throw damaged(folder, text);
  return number;
}

StudyStore open_store(const StudyFolder& folder) {
  if (!folder.exists()) throw no_study(folder);
  return {folder, Database::Access::read};
}

// Columns as wide as their widest cell, numbers to the right.
std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += fmt::format("{}{:>{}}", i == 0 ? "" : "  ", row[i], widths[i]);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

}  // namespace

std::string name_with_unit(const Json& result) {
  const std::string name = result.at("name");
  return result.contains("unit") ? fmt::format("{} ({})", name, result["unit"].get<std::string>())
                                 : name;
}

StudyView::StudyView(const StudyFolder& folder)
    : folder_(folder), store_(open_store(folder)), name_(store_.note("name").value_or("")) {
  read_notes();
  read_points();
  mark_dominated();
}

void StudyView::read_notes() {
  const Json names = parsed(folder_, store_.note("parameters").value_or("[]"));
  for (const Json& name : names) {
    if (!names.is_array() || !name.is_string()) throw damaged(folder_, "parameters");
    names_.push_back(name);
  }
  const Json workloads = parsed(folder_, store_.note("workloads").value_or("[]"));
  for (const Json& name : workloads) {
    if (!workloads.is_array() || !name.is_string()) throw damaged(folder_, "workloads");
    workloads_.push_back(name);
  }
  results_ = parsed(folder_, store_.note("results").value_or("[]"));
  for (const Json& result : results_) {
    const bool has_name = results_.is_array() && result.is_object() && result.contains("name") &&
                          result.at("name").is_string();
    if (!has_name) throw damaged(folder_, "results");
  }
}

// Places are those of the plan, each taken once.
void StudyView::read_points() {
  const std::vector<StoredPoint> stored = store_.points();
  std::map<std::int64_t, std::size_t> places;
  for (const StoredPoint& point : stored) {
    if (!point.place) continue;
    const auto place = static_cast<std::size_t>(*point.place);
    if (*point.place < 0 || place >= stored.size()) throw damaged(folder_, "place of a point");
    if (points_.size() <= place) points_.resize(place + 1);
    points_[place].parameters = parsed(folder_, point.parameters);
    places[point.id] = place;
  }
  for (const Point& point : points_) {
    for (const std::string& name : names_) {
      if (!point.parameters.is_object() || !point.parameters.contains(name)) {
        throw damaged(folder_, "parameters of a point");
      }
    }
  }
  for (StoredRun& run : store_.runs()) {
    const auto place = places.find(run.point);
    if (place != places.end()) points_[place->second].runs.push_back(std::move(run));
  }
}

// Whether a run that cannot win came to its end before that was known depends on how many ran at
// once. What is shown does not: such a run is dominated, and its results are not shown.
void StudyView::mark_dominated() {
  const double margin = number_of(folder_, store_.note("stop_losers").value_or("0"));
  if (margin == 0 || results_.empty()) return;
  const std::string name = results_.front().at("name");
  std::optional<double> best;
  for (const Point& point : points_) {
    for (const double value : sample_of(point.runs, name))
      best = std::min(best.value_or(value), value);
  }
  if (!best) return;
  for (Point& point : points_) {
    for (StoredRun& run : point.runs) {
      const std::optional<double> value = value_of(run, name);
      if (value && *value > *best * (1 + margin)) run.state = State::dominated;
    }
  }
}

std::vector<std::optional<double>> StudyView::means(const std::string& result) const {
  std::vector<std::optional<double>> means;
  for (const Point& point : points_) {
    const std::vector<double> sample = sample_of(point.runs, result);
    means.push_back(sample.empty() ? std::nullopt : std::optional(mean_and_spread(sample).mean));
  }
  return means;
}

std::optional<double> StudyView::value(std::size_t place, unsigned replica,
                                       const std::string& result) const {
  for (const StoredRun& run : points_[place].runs) {
    if (run.replica == replica) return value_of(run, result);
  }
  return std::nullopt;
}

std::string StudyView::summary(std::size_t place, unsigned replica) {
  for (const StoredRun& run : points_[place].runs) {
    if (run.replica == replica && run.state == State::done) return store_.summary(run.id);
  }
  return {};
}

std::vector<std::string> StudyView::result_names() const {
  std::vector<std::string> names;
  for (const Json& result : results_) names.push_back(result.at("name"));
  return names;
}

OrderedJson StudyView::point_document(std::size_t place) const {
  const Point& point = points_[place];
  OrderedJson json = {{"point", place + 1}, {"parameters", OrderedJson::object()}};
  for (const std::string& name : names_) json["parameters"][name] = point.parameters.at(name);
  json["state"] = common_state(point.runs);
  json["runs"] = OrderedJson::array();
  for (const StoredRun& run : point.runs) {
    OrderedJson values = OrderedJson::object();
    for (const std::string& name : result_names()) {
      if (const auto value = value_of(run, name)) values[name] = *value;
    }
    json["runs"].push_back(
        {{"run", fmt::format("{}.{}", place + 1, run.replica)},
         {"replica", run.replica},
         {"seed", run.seed},
         {"state", lasting_state(run.state)},
         {"reason", run.state == State::failed ? OrderedJson(run.reason) : OrderedJson()},
         {"values", values}});
  }
  json["results"] = OrderedJson::object();
  for (const std::string& name : result_names()) {
    std::vector<double> sample = sample_of(point.runs, name);
    if (sample.empty()) continue;
    std::ranges::sort(sample);
    const MeanAndSpread summary = mean_and_spread(sample);
    const std::optional<Interval> interval = t_interval(sample);
    json["results"][name] = {{"count", sample.size()},
                             {"mean", summary.mean},
                             {"sd", summary.sd},
                             {"low", interval ? OrderedJson(interval->low) : OrderedJson()},
                             {"high", interval ? OrderedJson(interval->high) : OrderedJson()},
                             {"median", quantile(sample, 0.5)}};
  }
  return json;
}

OrderedJson StudyView::document() {
  OrderedJson json = {{"schema", 1}, {"name", name_}, {"parameters", OrderedJson::array()}};
  for (const std::string& name : names_) {
    OrderedJson values = OrderedJson::array();
    for (const Point& point : points_) {
      const OrderedJson value = point.parameters.at(name);
      if (std::ranges::find(values, value) == values.end()) values.push_back(value);
    }
    json["parameters"].push_back({{"name", name}, {"values", values}});
    if (std::ranges::find(workloads_, name) != workloads_.end()) {
      json["parameters"].back()["workload"] = true;
    }
  }
  json["results"] = results_;
  json["points"] = OrderedJson::array();
  OrderedJson counts = OrderedJson::object();
  for (const State state : {State::done, State::failed, State::planned}) {
    counts[std::string(state_name(state))] = 0;
  }
  const auto is_dominated = [](const StoredRun& run) { return run.state == State::dominated; };
  if (std::ranges::any_of(points_, [&](const Point& point) {
        return std::ranges::any_of(point.runs, is_dominated);
      })) {
    counts[std::string(state_name(State::dominated))] = 0;
  }
  for (std::size_t place = 0; place < points_.size(); ++place) {
    json["points"].push_back(point_document(place));
    for (const StoredRun& run : points_[place].runs) {
      OrderedJson& count = counts[std::string(lasting_state(run.state))];
      count = count.get<std::size_t>() + 1;
    }
  }
  json["counts"] = counts;
  if (const auto tuning = store_.note("tuning"))
    json["tuning"] = OrderedJson(parsed(folder_, *tuning));
  json["provenance"] = {{"program", store_.note("program").value_or("")},
                        {"libsmpi", version_number},
                        {"model_revision", model_revision},
                        {"command", store_.note("command").value_or("")}};
  return json;
}

// Names of files need not be UTF-8.
std::string StudyView::json() {
  return document().dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string StudyView::csv() {
  std::string text = "point,replica,seed,state";
  for (const std::string& name : names_) text += "," + csv_field(name);
  for (const std::string& name : result_names()) text += "," + csv_field(name);
  text += "\r\n";
  for (std::size_t place = 0; place < points_.size(); ++place) {
    for (const StoredRun& run : points_[place].runs) {
      text +=
          fmt::format("{},{},{},{}", place + 1, run.replica, run.seed, lasting_state(run.state));
      for (const std::string& name : names_) {
        text += "," + csv_field(text_of(points_[place].parameters.at(name)));
      }
      for (const std::string& name : result_names()) {
        const auto value = value_of(run, name);
        text += "," + (value ? fmt::format("{}", *value) : "");
      }
      text += "\r\n";
    }
  }
  return text;
}

std::string StudyView::json_lines() {
  std::string text;
  for (std::size_t place = 0; place < points_.size(); ++place) {
    const OrderedJson point = point_document(place);
    for (const OrderedJson& run : point.at("runs")) {
      OrderedJson row = {{"point", place + 1}};
      row.update(run);
      row["parameters"] = point.at("parameters");
      text += row.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    }
  }
  return text;
}

std::string StudyView::table() {
  std::vector<std::vector<std::string>> rows(1, {"point"});
  rows[0].insert(rows[0].end(), names_.begin(), names_.end());
  rows[0].emplace_back("runs");
  rows[0].emplace_back("state");
  for (const Json& result : results_) {
    rows[0].push_back(name_with_unit(result));
    rows[0].emplace_back("+/-");
  }
  std::string reasons;
  for (std::size_t place = 0; place < points_.size(); ++place) {
    const Point& point = points_[place];
    std::vector<std::string> row = {fmt::format("{}", place + 1)};
    for (const std::string& name : names_) row.push_back(text_of(point.parameters.at(name)));
    row.push_back(fmt::format("{}", point.runs.size()));
    row.emplace_back(common_state(point.runs));
    for (const std::string& name : result_names()) {
      const std::vector<double> sample = sample_of(point.runs, name);
      const auto interval = sample.empty() ? std::nullopt : t_interval(sample);
      row.push_back(sample.empty() ? "" : fmt::format("{:.6g}", mean_and_spread(sample).mean));
      row.push_back(interval ? fmt::format("{:.2g}", (interval->high - interval->low) / 2) : "");
    }
    rows.push_back(std::move(row));
    for (const StoredRun& run : point.runs) {
      if (run.state != State::failed) continue;
      reasons += fmt::format("run {}.{} failed: {}\n", place + 1, run.replica, run.reason);
    }
  }
  return aligned(rows) + reasons;
}

void StudyView::copy_database(const std::string& path) {
  if (std::filesystem::exists(path)) {
    throw kernel::InputError("this file is there already", {.file = path});
  }
  store_.copy_to(path);
}

std::string StudyView::expectation(const Plan& plan) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t place = 0; place < plan.points.size(); ++place) {
    places[point_json(plan, place)] = place;
  }
  Prediction prediction(plan);
  std::vector<std::size_t> missing(plan.points.size(), plan.replicas.least);
  for (const Point& point : points_) {
    const auto found = places.find(point.parameters.dump());
    if (found == places.end()) continue;
    std::size_t ended = 0;
    for (const StoredRun& run : point.runs) {
      if (run.state != State::planned && run.state != State::leased) ended++;
      if (run.state != State::done) continue;
      prediction.add(found->second, {.wall_s = run.wall_s, .peak_bytes = run.peak_bytes});
    }
    std::size_t& left = missing[found->second];
    left = std::max(left, point.runs.size());
    left -= std::min(left, ended);
  }
  double left_s = 0;
  double most_bytes = 0;
  std::size_t count = 0;
  for (std::size_t place = 0; place < missing.size(); ++place) {
    const auto expected = prediction.expected(place);
    if (!expected) return "";
    if (missing[place] == 0) continue;
    count += missing[place];
    left_s += expected->wall_s * static_cast<double>(missing[place]);
    most_bytes = std::max(most_bytes, expected->peak_bytes);
  }
  if (count == 0) return "";
  const double workers = number_of(folder_, store_.note("workers").value_or("1"));
  std::string text = fmt::format("{} runs to come: about {} of processor time", count,
                                 models::format_time(rounded(left_s)));
  if (workers > 1) {
    text += fmt::format(", {} with {} at once", models::format_time(rounded(left_s / workers)),
                        workers);
  }
  return text + fmt::format(", up to {:.2g} MB per run\n", most_bytes / 1e6);
}

std::string StudyView::status(const Plan& plan) {
  std::map<State, std::size_t> counts;
  std::size_t all = 0;
  for (const Point& point : points_) {
    for (const StoredRun& run : point.runs) {
      counts[run.state]++;
      all++;
    }
  }
  std::string text =
      fmt::format("{}: {} points, {} runs: {} done, {} failed, {} at work, {} to come\n", name_,
                  points_.size(), all, counts[State::done], counts[State::failed],
                  counts[State::leased], counts[State::planned]);
  if (counts[State::dominated] > 0) {
    text.pop_back();
    text += fmt::format(", {} dominated\n", counts[State::dominated]);
  }
  if (const auto tuning = store_.note("tuning")) {
    const Json decisions = parsed(folder_, *tuning);
    if (decisions.is_array() && !decisions.empty() && decisions.back().is_string())
      text += "tuning: " + decisions.back().get<std::string>() + "\n";
    return text;  // the search decides what is to come
  }
  return text + expectation(plan);
}

}  // namespace smpi::study
