// SPDX-License-Identifier: BSD-3-Clause
//
// What can be read without scripts is put together here; page/run_page.js adds the pictures.
#include "tools/study/report/run_page.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "kernel/error.h"
#include "tools/study/report/page.h"
#include "tools/study/report/run_tables.h"

namespace smpi::study {
namespace {

using Json = nlohmann::ordered_json;

constexpr int known_schema = 1;

std::string card(std::string_view title, const std::string& figure, const std::string& text) {
  return fmt::format("<div class=\"card\"><h3>{}</h3><p class=\"figure\">{}</p><p>{}</p></div>\n",
                     title, escaped(figure), escaped(text));
}

std::string shell_words(const Json& words) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  std::string text;
  for (const Json& json : words) {
    const std::string word = json;
    if (!text.empty()) text += ' ';
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) {
      text += word;
      continue;
    }
    text += '\'';
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += '\'';
  }
  return text;
}

std::string energy_card(const Json& summary) {
  if (!summary.contains("energy")) return "";
  const Json& energy = summary.at("energy");
  std::string note = fmt::format("{} on average, at most {}", quantity(energy.at("mean_w"), "W"),
                                 quantity(energy.at("peak_w"), "W"));
  if (const double cost = energy.at("cost"); cost > 0) note += fmt::format("; costs {:.4g}", cost);
  if (const double carbon_kg = energy.at("carbon_kg"); carbon_kg > 0) {
    note += fmt::format("; {:.4g} kg CO2", carbon_kg);
  }
  return card("Energy", quantity(energy.at("total_j"), "J"), note);
}

std::string efficiency_card(const Json& record) {
  const Efficiency efficiency = efficiency_of(record);
  if (!(efficiency.max_useful_s > 0)) return "";
  return card("Parallel efficiency", fmt::format("{:.1f} %", 100 * efficiency.parallel),
              fmt::format("load balance {:.1f} %, communication {:.1f} %",
                          100 * efficiency.load_balance, 100 * efficiency.communication));
}

std::string title_of(const Json& record) {
  const std::string program = record.at("program");
  return program.empty() ? "run" : program.substr(program.rfind('/') + 1);
}

std::string summary_of(const Json& record) {
  const Json& summary = record.at("summary");
  const double run_s = summary.at("simulated_s");
  std::string html = fmt::format(
      "<header><div><p class=\"kind\">Run</p><h1>{}</h1></div><div "
      "id=\"page-controls\"></div></header>\n<main>\n"
      "<section id=\"summary\"><h2>Summary</h2>\n<div class=\"cards\">",
      escaped(title_of(record)));
  html += card("Simulated time", quantity(run_s, "s"),
               fmt::format("{}, seed {}", summary.at("end").get<std::string>(),
                           summary.at("seed").get<std::uint64_t>()));
  const std::size_t hosts = record.at("ranks").at("host_names").size();
  html += card(
      "Ranks", fmt::format("{}", summary.at("ranks").get<std::size_t>()),
      fmt::format("on {} {} of {}", hosts, hosts == 1 ? "host" : "hosts", platform_name(record)));
  html += card("Messages", fmt::format("{}", summary.at("messages").get<std::uint64_t>()),
               fmt::format("{} of payload", quantity(summary.at("message_bytes"), "B")));
  html += efficiency_card(record) + energy_card(summary);
  html += fmt::format(
      "</div>\n<p class=\"provenance\">Simulated with libsmpi {}, model revision {}, by "
      "<code>{}</code></p></section>\n<nav id=\"views\" aria-label=\"Views\" hidden></nav>\n",
      escaped(record.at("libsmpi").get<std::string>()), record.at("model_revision").dump(),
      escaped(shell_words(record.at("command"))));
  return html;
}

// The tables scroll; the views of the page take them over.
std::string section(const RunSection& view) {
  if (view.tables.empty()) return "";
  return fmt::format(
      "<section id=\"{0}\"><h2>{1}</h2>\n<p class=\"hint\">{2}</p>\n<div class=\"scroll\" "
      "tabindex=\"0\" role=\"region\" id=\"{0}-tables\" aria-label=\"Tables: {1}\">{3}</div>"
      "</section>\n",
      view.id, view.title, view.hint, view.tables);
}

Json parse_run_record(const std::string& text, const std::string& path) {
  Json record = Json::parse(text, nullptr, false);
  if (!record.is_object() || record.value("kind", Json()) != "run") {
    throw kernel::InputError("this is not the record of a run",
                             {.file = path, .hint = "smpirun --report FILE.json writes one"});
  }
  if (record.value("schema", Json()) != known_schema) {
    throw kernel::InputError("a record of another version",
                             {.file = path,
                              .text = "schema " + record.value("schema", Json()).dump(),
                              .hint = fmt::format("known is {}", known_schema)});
  }
  return record;
}

std::string page_of(const Json& record) {
  Page page{.title = title_of(record) + " - run",
            .body = summary_of(record),
            .data = record,
            .scripts = {"elements.js", "numbers.js", "theme.js", "chart.js", "data.js",
                        "run_model.js", "canvas.js", "efficiency_view.js", "timeline_drawing.js",
                        "timeline_view.js", "calls_view.js", "matrix_view.js", "sizes_view.js",
                        "topology_layout.js", "topology_view.js", "power_view.js",
                        "opened_model.js", "opened_view.js", "run_page.js"}};
  for (const RunSection& view : run_sections(record)) page.body += section(view);
  page.body +=
      "<noscript><p>Without scripts this page has tables only. The pictures need them.</p>"
      "</noscript>\n</main>\n";
  return html_of(page);
}

}  // namespace

bool is_run_record(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

std::string run_page(const std::string& text, const std::string& path) {
  const Json record = parse_run_record(text, path);
  const auto refuse = [&](const std::exception& error) {
    return kernel::InputError("the record of this run is damaged",
                              {.file = path, .text = error.what(), .hint = "record the run again"});
  };
  try {
    return page_of(record);
  } catch (const Json::exception& error) {
    throw refuse(error);
  } catch (const std::out_of_range& error) {
    throw refuse(error);
  }
}

}  // namespace smpi::study
