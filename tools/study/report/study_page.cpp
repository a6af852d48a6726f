// SPDX-License-Identifier: BSD-3-Clause
//
// What can be read without scripts is put together here; page/study_page.js adds the pictures.
#include "tools/study/report/study_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <filesystem>
#include <unordered_map>

#include "kernel/error.h"
#include "tools/study/report/page.h"
#include "tools/study/results/screen.h"
#include "tools/study/statistics/sample.h"

namespace smpi::study {
namespace {

using Json = nlohmann::ordered_json;
using Cell = HtmlTable::Cell;

Cell cell_of(const Json& value) {
  if (value.is_number()) return {fmt::format("{:.6g}", value.get<double>()), true};
  if (value.is_string()) return {value.get<std::string>()};
  return {"", true};
}

Json number_or_null(const std::optional<Interval>& interval, double Interval::*end) {
  return interval ? Json((*interval).*end) : Json();
}

Json screenings_of(const Plan& plan, const StudyView& view) {
  Json json = Json::array();
  for (const Screening& screening : screen(plan, view)) {
    Json effects = Json::array();
    for (const ParameterEffect& effect : screening.effects) {
      effects.push_back({{"parameter", effect.parameter},
                         {"effect", effect.effect},
                         {"low", number_or_null(effect.interval, &Interval::low)},
                         {"high", number_or_null(effect.interval, &Interval::high)},
                         {"note", effect.note}});
    }
    json.push_back(
        {{"result", title_of(screening)}, {"method", screening.method}, {"effects", effects}});
  }
  return json;
}

// Two results may differ in their number of replicas; a comparison uses what both have.
Json t_quantiles(const Json& study) {
  std::size_t most = 1;
  for (const Json& point : study.at("points")) most = std::max(most, point.at("runs").size());
  Json quantiles = Json::array();
  for (std::size_t freedom = 1; freedom < most; ++freedom) {
    const boost::math::students_t distribution(static_cast<double>(freedom));
    quantiles.push_back(boost::math::quantile(distribution, (1 + confidence) / 2));
  }
  return quantiles;
}

std::string half_width(const Json& result) {
  if (result.at("low").is_null()) return "";
  return fmt::format("{:.2g}",
                     (result.at("high").get<double>() - result.at("low").get<double>()) / 2);
}

std::string results_table(const Json& study) {
  HtmlTable table{.caption = "Mean of each result at each point, and half of its 95 % interval",
                  .columns = {"point"},
                  .rows = {}};
  for (const Json& parameter : study.at("parameters"))
    table.columns.push_back(parameter.at("name"));
  table.columns.insert(table.columns.end(), {"runs", "state"});
  for (const Json& result : study.at("results")) {
    table.columns.push_back(name_with_unit(result));
    table.columns.emplace_back("±");
  }
  for (const Json& point : study.at("points")) {
    std::vector<Cell> row = {cell_of(point.at("point"))};
    for (const auto& [name, value] : point.at("parameters").items()) row.push_back(cell_of(value));
    row.push_back({fmt::format("{}", point.at("runs").size()), true});
    row.push_back({point.at("state").get<std::string>()});
    for (const Json& result : study.at("results")) {
      const auto found = point.at("results").find(result.at("name").get<std::string>());
      const bool is_there = found != point.at("results").end();
      row.push_back(is_there ? cell_of(found->at("mean")) : Cell{"", true});
      row.push_back({is_there ? half_width(*found) : "", true});
    }
    table.rows.push_back(std::move(row));
  }
  return html_of(table, "id=\"results-table\"");
}

std::string failures_table(const Json& study) {
  HtmlTable table{.caption = "Runs that failed", .columns = {"run", "reason"}, .rows = {}};
  for (const Json& point : study.at("points")) {
    for (const Json& run : point.at("runs")) {
      if (run.at("reason").is_null()) continue;
      table.rows.push_back(
          {{run.at("run").get<std::string>()}, {run.at("reason").get<std::string>()}});
    }
  }
  if (table.rows.empty()) return "";
  return "<section id=\"failures\"><h2>Failures</h2>\n<div class=\"scroll\" tabindex=\"0\">" +
         html_of(table) + "</div></section>\n";
}

std::string screening_tables(const Json& data) {
  std::string html;
  for (const Json& screening : data.at("screenings")) {
    HtmlTable table{.caption = fmt::format("{}: {}", screening.at("result").get<std::string>(),
                                           screening.at("method").get<std::string>()),
                    .columns = {"parameter", "effect", "low", "high", "note"},
                    .rows = {}};
    for (const Json& effect : screening.at("effects")) {
      table.rows.push_back({cell_of(effect.at("parameter")), cell_of(effect.at("effect")),
                            cell_of(effect.at("low")), cell_of(effect.at("high")),
                            cell_of(effect.at("note"))});
    }
    html += html_of(table);
  }
  if (html.empty()) return "";
  return "<section id=\"effects\"><h2>Which parameters matter</h2>\n<div class=\"scroll\" "
         "tabindex=\"0\" id=\"effects-tables\">" +
         html + "</div></section>\n";
}

// "higher", "lower", or empty where the plan does not say.
std::string direction_of(const Json& result) {
  const Json& better = result.at("better");
  return better.is_string() ? better.get<std::string>() : "";
}

std::vector<std::string> workload_names(const Json& study) {
  std::vector<std::string> names;
  for (const Json& parameter : study.at("parameters")) {
    if (parameter.value("workload", false)) names.push_back(parameter.at("name"));
  }
  return names;
}

// "n = 1000, p = 4", of the parameters in `names` or of all others.
std::string values_of(const Json& point, const std::vector<std::string>& names, bool others) {
  std::string text;
  for (const auto& [name, value] : point.at("parameters").items()) {
    if ((std::ranges::find(names, name) != names.end()) == others) continue;
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, cell_of(value).text);
  }
  return text;
}

// Points that do the same, in the order of the study. Without workloads all do.
using Points = std::vector<const Json*>;
std::vector<Points> points_by_workload(const Json& study) {
  const std::vector<std::string> names = workload_names(study);
  std::vector<Points> groups;
  std::unordered_map<std::string, std::size_t> places;
  for (const Json& point : study.at("points")) {
    const auto [place, is_new] = places.emplace(values_of(point, names, false), groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(&point);
  }
  return groups;
}

// The point with the best mean; null where no direction is better or there is no value yet.
const Json* best_point(const Points& points, const Json& result) {
  const std::string name = result.at("name");
  const std::string better = direction_of(result);
  if (better != "higher" && better != "lower") return nullptr;
  const Json* best = nullptr;
  double best_mean = 0;
  for (const Json* const candidate : points) {
    const Json& point = *candidate;
    const auto found = point.at("results").find(name);
    if (found == point.at("results").end()) continue;
    const double mean = found->at("mean");
    if (best && (better == "higher" ? mean <= best_mean : mean >= best_mean)) continue;
    best = &point;
    best_mean = mean;
  }
  return best;
}

// A row per workload: which point does it best, by each result that says what is better.
std::string best_of_workloads(const Json& study) {
  const std::vector<std::string> names = workload_names(study);
  HtmlTable table{.caption = "Best point of each workload", .columns = {"workload"}, .rows = {}};
  std::vector<const Json*> results;
  for (const Json& result : study.at("results")) {
    if (direction_of(result).empty()) continue;
    results.push_back(&result);
    table.columns.push_back(fmt::format(
        "{} {}", direction_of(result) == "higher" ? "highest" : "lowest", name_with_unit(result)));
    table.columns.emplace_back("at");
  }
  if (names.empty() || results.empty()) return "";
  for (const Points& points : points_by_workload(study)) {
    std::vector<Cell> row = {{values_of(*points.front(), names, false)}};
    for (const Json* const result : results) {
      const Json* const point = best_point(points, *result);
      if (point == nullptr) {
        row.insert(row.end(), {Cell{"", true}, Cell{""}});
        continue;
      }
      row.push_back(
          cell_of(point->at("results").at(result->at("name").get<std::string>()).at("mean")));
      row.push_back({values_of(*point, names, true)});
    }
    table.rows.push_back(std::move(row));
  }
  return "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Best point of each "
         "workload\">" +
         html_of(table, "id=\"workloads-table\"") + "</div>\n";
}

std::string best_points(const Json& data) {
  const Json& study = data.at("study");
  std::string html;
  const std::vector<Points> groups = points_by_workload(study);
  if (groups.empty() || !workload_names(study).empty()) return html;
  for (const Json& result : study.at("results")) {
    const Json* point = best_point(groups.front(), result);
    if (!point) continue;
    const Json& value = point->at("results").at(result.at("name").get<std::string>());
    const std::string where = values_of(*point, {}, true);
    const std::string half = half_width(value);
    html += fmt::format(
        "<div class=\"card\"><h3>{} {}</h3><p class=\"figure\">{}{}{}</p><p>{}</p>"
        "<p><code>smpi-study why {} {}.0</code></p></div>\n",
        direction_of(result) == "higher" ? "Highest" : "Lowest",
        escaped(result.at("name").get<std::string>()), cell_of(value.at("mean")).text,
        half.empty() ? "" : " ± " + half,
        result.contains("unit") ? escaped(" " + result["unit"].get<std::string>()) : "",
        escaped(where), escaped(data.at("plan").get<std::string>()),
        point->at("point").get<std::size_t>());
  }
  return html;
}

std::string summary_of(const Json& data) {
  const Json& study = data.at("study");
  const Json& counts = study.at("counts");
  const Json& provenance = study.at("provenance");
  std::size_t runs = 0;
  for (const auto& [state, count] : counts.items()) runs += count.get<std::size_t>();
  std::string states;
  for (const auto& [state, count] : counts.items()) {
    if (count.get<std::size_t>() == 0) continue;
    states += fmt::format("{}{} {}", states.empty() ? "" : ", ", count.get<std::size_t>(), state);
  }
  std::string html = fmt::format(
      "<header><div><p class=\"kind\">Study</p><h1>{}</h1></div><div "
      "id=\"page-controls\"></div></header>\n<main>\n"
      "<section id=\"summary\"><h2>Summary</h2>\n{}<div class=\"cards\"><div "
      "class=\"card\"><h3>Points</h3>"
      "<p class=\"figure\">{}</p><p>{} runs: {}</p></div>\n",
      escaped(study.at("name").get<std::string>()), best_of_workloads(study),
      study.at("points").size(), runs, states.empty() ? "none" : states);
  html += best_points(data);
  html += fmt::format(
      "</div>\n<p class=\"provenance\">Simulated with libsmpi {}, model revision {}.",
      escaped(provenance.at("libsmpi").get<std::string>()), provenance.at("model_revision").dump());
  const std::string program = provenance.at("program");
  if (!program.empty()) html += fmt::format(" Program: <code>{}</code>.", escaped(program));
  return html + "</p></section>\n<nav id=\"views\" aria-label=\"Views\" hidden></nav>\n";
}

}  // namespace

Json study_data(const Plan& plan, StudyView& view) {
  Json data = {{"study", view.document()},
               {"plan", std::filesystem::path(plan.path).filename().native()},
               {"screenings", Json::array()}};
  try {
    data["screenings"] = screenings_of(plan, view);
  } catch (const kernel::InputError&) {
    // The design does not tell, or points have no result yet: `screen` says why.
  }
  data["t_quantiles"] = t_quantiles(data.at("study"));
  return data;
}

std::string study_page(const Json& data) {
  const Json& study = data.at("study");
  Page page{
      .title = study.at("name").get<std::string>() + " - study",
      .body = summary_of(data),
      .data = data,
      .scripts = {"elements.js", "numbers.js", "theme.js", "chart.js", "data.js", "study_model.js",
                  "results_view.js", "curves_view.js", "heat_map_view.js", "parallel_view.js",
                  "tornado_view.js", "pareto_view.js", "replicas_view.js", "study_page.js"}};
  page.body += fmt::format(
      "<section id=\"results\"><h2>Results</h2>\n<div id=\"results-controls\"></div>\n"
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table of "
      "results\">{}</div></section>\n",
      results_table(study));
  page.body += screening_tables(data) + failures_table(study);
  page.body +=
      "<noscript><p>Without scripts this page has tables only. The pictures need them.</p>"
      "</noscript>\n</main>\n";
  return html_of(page);
}

}  // namespace smpi::study
