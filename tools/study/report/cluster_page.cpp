// SPDX-License-Identifier: BSD-3-Clause
//
// Tables that can be read without scripts; page/cluster_page.js adds the pictures.
#include "tools/study/report/cluster_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/study/report/page.h"

namespace smpi::study {
namespace {

using Json = nlohmann::ordered_json;
using Cell = HtmlTable::Cell;

Cell text_cell(const Json& value) {
  return {value.get<std::string>()};
}

Cell number_cell(const Json& value, int digits = 4) {
  return {fmt::format("{:.{}g}", value.get<double>(), digits), true};
}

Cell count_cell(const Json& value) {
  return {fmt::format("{}", value.get<std::uint64_t>()), true};
}

Cell percent_cell(double share) {
  return {fmt::format("{:.0f} %", 100 * share), true};
}

Cell grid_cell(const Json& row) {
  return {fmt::format("{} x {}", row.at("p").dump(), row.at("q").dump())};
}

std::string section_of(const char* id, const char* title, const std::string& content) {
  return fmt::format(
      "<section id=\"{}\"><h2>{}</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"{}\">{}</div></section>\n",
      id, title, title, content);
}

std::string rates_table(const Json& data) {
  HtmlTable table{.caption =
                      "Rates of the clusters. 80 % of what may come out lies between the "
                      "two; by division: the node's rate times the nodes",
                  .columns = {"nodes", "N", "NB", "P x Q", "Gflop/s", "low", "high", "hours",
                              "efficiency", "by division"},
                  .rows = {}};
  const bool has_power = data.at("clusters").front().contains("gflops_per_w");
  if (has_power) table.columns.emplace_back("Gflop/s/W");
  table.columns.emplace_back("by");
  for (const Json& row : data.at("clusters")) {
    std::vector<Cell> cells = {
        count_cell(row.at("nodes")),        count_cell(row.at("n")),
        count_cell(row.at("nb")),           grid_cell(row),
        number_cell(row.at("gflops")),      number_cell(row.at("gflops_low")),
        number_cell(row.at("gflops_high")), number_cell(row.at("hours"), 3),
        percent_cell(row.at("efficiency")), number_cell(row.at("gflops_by_division"))};
    if (has_power) cells.push_back(number_cell(row.at("gflops_per_w"), 3));
    cells.push_back(text_cell(row.at("origin")));
    table.rows.push_back(std::move(cells));
  }
  return html_of(table, "id=\"rates-table\"");
}

// To a whole percent of some interval.
bool matters(const Json& clusters, const std::string& unknown) {
  constexpr double least = 0.005;
  return std::ranges::any_of(clusters, [&unknown](const Json& row) {
    return row.at("variance").value(unknown, 0.0) >= least;
  });
}

// A row per unknown that matters anywhere, a column per cluster.
std::string shares_table(const Json& data) {
  HtmlTable table{.caption = "What makes the interval: parts of its variance",
                  .columns = {"not known"},
                  .rows = {}};
  const Json& clusters = data.at("clusters");
  for (const Json& row : clusters) {
    table.columns.push_back(fmt::format("{} nodes", row.at("nodes").dump()));
  }
  table.columns.emplace_back("what would make it known");
  for (const auto& [unknown, measure] : data.at("unknowns").items()) {
    if (!matters(clusters, unknown)) continue;
    std::vector<Cell> cells = {{unknown}};
    for (const Json& row : clusters) {
      cells.push_back(percent_cell(row.at("variance").value(unknown, 0.0)));
    }
    cells.push_back(text_cell(measure));
    table.rows.push_back(std::move(cells));
  }
  return html_of(table);
}

// A column per part that takes time anywhere.
std::string parts_table(const Json& data) {
  HtmlTable table{.caption =
                      "Where the time goes: seconds of a rank in the mean, and parts of the "
                      "whole, on the cluster whose unknowns are as usual; carried on to the whole "
                      "from the panels that were simulated",
                  .columns = {"nodes", "s"},
                  .rows = {}};
  const Json& clusters = data.at("clusters");
  for (const auto& [name, seconds] : clusters.front().at("parts_s").items()) {
    table.columns.push_back(name);
  }
  table.columns.emplace_back("simulated");
  for (const Json& row : clusters) {
    const double time_s = row.at("medians_time_s");
    std::vector<Cell> cells = {count_cell(row.at("nodes")), number_cell(row.at("medians_time_s"))};
    for (const auto& [name, seconds] : row.at("parts_s").items()) {
      cells.push_back({fmt::format("{} ({})", number_cell(seconds).text,
                                   percent_cell(seconds.get<double>() / time_s).text),
                       true});
    }
    cells.push_back(text_cell(row.at("parts_from")));
    table.rows.push_back(std::move(cells));
  }
  return html_of(table, "id=\"parts-table\"");
}

std::string measured_table(const Json& data) {
  HtmlTable table{.caption = "Measured runs, and how near the fitted node comes to each",
                  .columns = {"output", "line", "nodes", "N", "NB", "P x Q", "s", "Gflop/s", "fit"},
                  .rows = {}};
  const Json& measured = data.at("measured");
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const Json& row = measured[i];
    const double error = data.at("fit").at("errors").at(i);
    table.rows.push_back({text_cell(row.at("file")),
                          count_cell(row.at("line")),
                          count_cell(row.at("nodes")),
                          count_cell(row.at("n")),
                          count_cell(row.at("nb")),
                          grid_cell(row),
                          number_cell(row.at("time_s")),
                          number_cell(row.at("gflops"), 5),
                          {fmt::format("{:+.2f} %", 100 * error), true}});
  }
  return html_of(table);
}

std::string card(const std::string& title, const std::string& figure, const std::string& text) {
  return fmt::format("<div class=\"card\"><h3>{}</h3><p class=\"figure\">{}</p><p>{}</p></div>\n",
                     escaped(title), escaped(figure), escaped(text));
}

std::string summary_of(const Json& data) {
  const Json& largest = data.at("clusters").back();
  std::string html = fmt::format(
      "<header><div><p class=\"kind\">Cluster</p><h1>{} nodes like the measured one, "
      "{}</h1></div><div id=\"page-controls\"></div></header>\n<main>\n"
      "<section id=\"summary\"><h2>Summary</h2>\n<div class=\"cards\">",
      largest.at("nodes").dump(), escaped(data.at("cable").get<std::string>()));
  for (const Json& row : data.at("clusters")) {
    html += card(
        fmt::format("{} nodes", row.at("nodes").dump()),
        number_cell(row.at("gflops")).text + " Gflop/s",
        fmt::format("{} to {} in 80 of 100 cases; {} of what division says",
                    number_cell(row.at("gflops_low")).text, number_cell(row.at("gflops_high")).text,
                    percent_cell(row.at("efficiency")).text));
  }
  html += card("Measure next", "", data.at("measure_next").get<std::string>());
  html += fmt::format(
      "</div>\n<p class=\"provenance\">Simulated with libsmpi {}, model revision "
      "{}.</p></section>\n"
      "<nav id=\"views\" aria-label=\"Views\" hidden></nav>\n",
      escaped(data.at("libsmpi").get<std::string>()), data.at("model_revision").dump());
  return html;
}

}  // namespace

std::string cluster_page(const Json& data) {
  Page page{.title = fmt::format("HPL on {} - cluster", data.at("cable").get<std::string>()),
            .body = summary_of(data),
            .data = data,
            .scripts = {"elements.js", "numbers.js", "theme.js", "chart.js", "data.js",
                        "cluster_page.js"}};
  page.body += section_of("rates", "Rates", rates_table(data));
  page.body += section_of("parts", "Where the time goes", parts_table(data));
  page.body += section_of("interval", "What makes the interval", shares_table(data));
  page.body += section_of("measured", "Measured", measured_table(data));
  page.body +=
      "<noscript><p>Without scripts this page has tables only. The pictures need them.</p>"
      "</noscript>\n</main>\n";
  return html_of(page);
}

}  // namespace smpi::study
