// SPDX-License-Identifier: BSD-3-Clause
//
// The plan's texts, and what comes of them.
#include "tools/study/hpl/panel_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "kernel/error.h"
#include "tools/study/plan/plan.h"
#include "tools/study/results/study_view.h"

namespace smpi::study::hpl {
namespace {

namespace fs = std::filesystem;

constexpr const char* input_file = R"(HPLinpack benchmark input file
written by smpi-study hpl
HPL.out      output file name, not used
6            device out, not used
1            # of problem sizes
{n}          N
1            # of block sizes
{nb}         NB
{pmap}       PMAP
1            # of process grids
{p}          P
{q}          Q
-1.0         threshold: nothing is checked
1            # of panel factorisations
{pfact}      PFACT
1            # of recursive stopping criteria
{nbmin}      NBMIN
1            # of panels in recursion
{ndiv}       NDIV
1            # of recursive panel factorisations
{rfact}      RFACT
1            # of broadcasts
{bcast}      BCAST
1            # of lookahead depths
{depth}      DEPTH
{swap}       SWAP
{threshold}  swapping threshold
{l1}         L1: 0 transposed
{u}          U: 0 transposed
{equil}      equilibration
{align}      memory alignment in doubles
)";

// Of whole runs both are HPL's own time.
constexpr const char* results = R"toml(
[results]
time = { from = "stdout", regex = "^HPL (?:stopped row=[0-9]+ )?time_s=([0-9.e+-]+)", better = "lower" }
warm = { from = "stdout", regex = "^HPL (?:stopped .* warm_s|time_s)=([0-9.e+-]+)" }
)toml";

std::vector<std::pair<std::string, Value>> columns_of(const Setup& setup, const Sample& sample) {
  const auto number = [](auto value) { return Value(static_cast<double>(value)); };
  return {{"n", number(sample.n)},
          {"nb", number(setup.nb)},
          {"p", number(setup.p)},
          {"q", number(setup.q)},
          {"pmap", number(setup.pmap)},
          {"pfact", number(setup.pfact)},
          {"nbmin", number(setup.nbmin)},
          {"ndiv", number(setup.ndiv)},
          {"rfact", number(setup.rfact)},
          {"bcast", number(setup.bcast)},
          {"depth", number(setup.depth)},
          {"swap", number(setup.swap)},
          {"threshold", number(setup.swap_threshold)},
          {"l1", number(setup.l1)},
          {"u", number(setup.u)},
          {"equil", number(setup.equilibration)},
          {"align", number(setup.alignment)},
          {"warm_row", number(sample.warm)},
          {"stop_row", number(sample.stop)}};
}

// Of a run's summary (docs/summary.md): the mean of its ranks.
std::map<std::string, double> kernels_of_summary_s(const std::string& text) {
  const auto summary = nlohmann::json::parse(text);
  const double ranks = summary.at("ranks");
  std::map<std::string, double> seconds;
  for (const auto& [name, seconds_s] : summary.at("kernels").items()) {
    seconds[name] = seconds_s.get<double>() / ranks;
  }
  return seconds;
}

// Of a whole run, each kernel as the time (sampling.h), but from the first panel on.
std::map<std::string, double> whole_kernels_s(
    const Setup& setup, const std::array<Sample, 3>& samples,
    const std::array<std::map<std::string, double>, 3>& measured) {
  std::set<std::string> names;
  for (const auto& of_sample : measured) {
    for (const auto& [name, seconds] : of_sample) names.insert(name);
  }
  std::map<std::string, double> whole;
  for (const std::string& name : names) {
    std::array<Measured, 3> windows;
    for (std::size_t i = 0; i < windows.size(); ++i) {
      const auto found = measured[i].find(name);
      windows[i] = {.sample = {.n = samples[i].n, .warm = 0, .stop = samples[i].stop},
                    .stop_s = found == measured[i].end() ? 0 : found->second};
    }
    // What hardly takes time may come out below nothing.
    whole[name] = std::max(0., whole_time_s(setup.n, setup.nb, windows));
  }
  return whole;
}

std::string value_literal(const Value& value) {
  const std::string* text = std::get_if<std::string>(&value);
  return text != nullptr ? in_quotes(*text) : value_text(value);
}

}  // namespace

std::string in_quotes(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string escaped_braces(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '{' || c == '}' ? std::string(2, c) : std::string(1, c);
  return escaped;
}

PanelRuns::PanelRuns(std::string folder, std::string program, std::string asker, RunOptions options)
    : folder_(std::move(folder)),
      program_(std::move(program)),
      asker_(std::move(asker)),
      options_(std::move(options)) {}

std::string PanelRuns::overlay_path() const {
  return (fs::path(program_).parent_path() / "overlay.toml").native();
}

void PanelRuns::prepare() {
  if (is_prepared_) return;
  const fs::path own = fs::read_symlink("/proc/self/exe").parent_path();
  if (program_.empty()) program_ = (own / "../../hpl/xhpl").lexically_normal().native();
  for (const std::string& path : {program_, overlay_path()}) {
    if (fs::exists(path)) continue;
    throw kernel::InputError("HPL, which simulations run, is not here",
                             {.file = asker_,
                              .text = path,
                              .hint = "examples/hpl/run build makes it; a market may name another: "
                                      "program = \".../xhpl\" in [simulation]"});
  }
  std::error_code failure;
  fs::create_directories(folder_, failure);
  if (failure)
    throw kernel::InputError("the folder of the simulations cannot be made", {.file = folder_});
  write("hpl.dat.in", input_file);
  is_prepared_ = true;
}

std::string PanelRuns::write(const std::string& name, const std::string& content) const {
  std::string path = (fs::path(folder_) / name).native();
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  if (!file) throw kernel::InputError("cannot write this file of the simulations", {.file = path});
  return path;
}

std::string PanelRuns::plan_text(const Round& round, const std::vector<Part>& parts,
                                 std::uint32_t replicas) const {
  std::string options;
  for (const std::string& option : round.options) options += ", " + in_quotes(option);
  std::string text = fmt::format(
      "# Written by smpi-study hpl.\nname = {}\nprogram = \"env\"\n"
      "arguments = [\"HPL_STOP_ROW={{stop_row}}\", \"HPL_WARM_ROW={{warm_row}}\", {}]\n"
      "exit_status = [0, 75]\nranks = \"{{p*q}}\"\nplatform = \"{{platform}}\"\n"
      "options = [\"--cfg=smpi/simulate-computation:no\", \"--cfg=smpi/collapse:exact\"{}]\n"
      "files = {{ \"hpccinf.txt\" = \"hpl.dat.in\" }}\n"
      "[replicas]\ncount = {}\n[parameters]\n",
      in_quotes(round.name), in_quotes(escaped_braces(program_)), options, replicas);
  std::string names = "\"run\", \"platform\"";
  std::string values;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PanelRun& run = *parts[i].run;
    std::vector<std::pair<std::string, Value>> columns = columns_of(run.setup, parts[i].sample);
    columns.insert(columns.end(), run.columns.begin(), run.columns.end());
    values += fmt::format("  [{}, {}", i + 1, in_quotes(run.platform));
    for (const auto& [name, value] : columns) {
      if (i == 0) names += ", " + in_quotes(name);
      values += ", " + value_literal(value);
    }
    values += "],\n";
  }
  text += fmt::format("machine = {{ zip = [{}], values = [\n{}] }}\n", names, values);
  return text + results;
}

std::vector<PanelRuns::Times> PanelRuns::run_all(const Round& round, const std::vector<Part>& parts,
                                                 std::uint32_t replicas) {
  prepare();
  const std::string path = write(round.name + ".toml", plan_text(round, parts, replicas));
  const Plan plan = read_plan(path);
  const StudyFolder folder(fs::path(folder_) / (round.name + ".study"));
  studies_.push_back(folder.path());
  const StudyEnd end = run_study(plan, folder, options_);
  if (end != StudyEnd::all_done) {
    throw RunsFailed(fmt::format("simulations of {} {}", path,
                                 end == StudyEnd::interrupted ? "were interrupted" : "failed"),
                     end);
  }
  // A line per run, in the order of the plan, replicas of a point one after the other.
  std::vector<Times> times(parts.size());
  const std::string lines = StudyView(folder).json_lines();
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t line_end = std::min(lines.find('\n', begin), lines.size());
    const auto line = nlohmann::json::parse(lines.substr(begin, line_end - begin));
    const nlohmann::json& values = line.at("values");
    Times& of_run = times.at(line.at("point").get<std::size_t>() - 1);
    of_run.end_s.push_back(values.at("time"));
    of_run.warm_s.push_back(values.at("warm"));
    begin = line_end + 1;
  }
  return times;
}

std::vector<PanelRuns::Part> PanelRuns::parts_of(const Round& round, bool sampled) {
  std::vector<Part> parts;
  for (const PanelRun& run : round.runs) {
    const Setup& setup = run.setup;
    const auto samples = sampled ? samples_of(setup.n, setup.nb, setup.q) : std::nullopt;
    if (samples) {
      for (const Sample& sample : *samples) parts.push_back({&run, sample});
    } else {
      parts.push_back({&run, {setup.n, setup.n, setup.n}});
    }
  }
  return parts;
}

std::vector<double> PanelRuns::sampled_s(const Round& round) {
  const std::vector<Part> parts = parts_of(round, true);
  const std::vector<Times> times = run_all(round, parts, 1);
  std::vector<double> found;
  for (std::size_t part = 0; part < parts.size();) {
    const Setup& setup = parts[part].run->setup;
    if (parts[part].sample.stop == setup.n) {
      found.push_back(times[part].end_s.front());
      ++part;
      continue;
    }
    std::array<Measured, 3> measured;
    for (std::size_t i = 0; i < measured.size(); ++i) {
      const Times& of_run = times[part + i];
      measured[i] = {parts[part + i].sample, of_run.warm_s.front(), of_run.end_s.front()};
    }
    found.push_back(whole_time_s(setup.n, setup.nb, measured));
    part += measured.size();
  }
  return found;
}

std::vector<std::vector<double>> PanelRuns::whole_s(const Round& round, std::uint32_t replicas) {
  std::vector<std::vector<double>> found;
  for (Times& times : run_all(round, parts_of(round, false), replicas)) {
    found.push_back(std::move(times.end_s));
  }
  return found;
}

// Each part says what its kernels took from its start to its end.
std::vector<std::map<std::string, double>> PanelRuns::kernels_s(const Round& round, bool sampled) {
  const std::vector<Part> parts = parts_of(round, sampled);
  run_all(round, parts, 1);
  StudyView view{StudyFolder(studies_.back())};
  std::vector<std::map<std::string, double>> found;
  for (std::size_t part = 0; part < parts.size();) {
    const Setup& setup = parts[part].run->setup;
    if (parts[part].sample.stop == setup.n) {
      found.push_back(kernels_of_summary_s(view.summary(part++, 0)));
      continue;
    }
    std::array<Sample, 3> samples;
    std::array<std::map<std::string, double>, 3> measured;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      samples[i] = parts[part + i].sample;
      measured[i] = kernels_of_summary_s(view.summary(part + i, 0));
    }
    found.push_back(whole_kernels_s(setup, samples, measured));
    part += samples.size();
  }
  return found;
}

}  // namespace smpi::study::hpl
