// SPDX-License-Identifier: BSD-3-Clause
//
// Reads what was measured, fits, asks and prints.
#include "tools/study/cluster/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "kernel/error.h"
#include "kernel/file_kind.h"
#include "kernel/print.h"
#include "libsmpi/run/launch/result_file.h"
#include "models/platform/units.h"
#include "tools/study/cluster/cluster_text.h"
#include "tools/study/cluster/hpl_input.h"
#include "tools/study/cluster/measured_node.h"
#include "tools/study/cluster/question.h"
#include "tools/study/report/cluster_page.h"

namespace smpi::study::cluster {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t nodes_most = 100'000;

std::uint32_t nodes_of(std::string_view word, const std::string& whole) {
  std::uint32_t nodes = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), nodes);
  if (error != std::errc() || end != word.data() + word.size() || nodes < 1 || nodes > nodes_most) {
    throw kernel::InputError("a number of nodes is a whole number from 1 to 100000",
                             {.text = whole});
  }
  return nodes;
}

std::vector<std::uint32_t> node_list(const std::string& text) {
  std::vector<std::uint32_t> found;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    found.push_back(nodes_of(std::string_view(text).substr(begin, end - begin), "--nodes " + text));
    begin = end + 1;
  }
  return found;
}

double quantity(const std::string& text, models::Quantity kind, const char* option) {
  const std::string whole = fmt::format("{} {}", option, text);
  const double value = models::parse_quantity(text, kind, {.text = whole}).value;
  if (!(value > 0)) throw kernel::InputError("this is more than 0", {.text = whole});
  return value;
}

// The best run of each file, the fastest for each node first.
std::vector<Measurement> measurements_of(const std::vector<std::string>& words) {
  std::vector<Measurement> found;
  for (const std::string& word : words) {
    const std::size_t at = word.rfind('@');
    const bool has_nodes = at != std::string::npos && !kernel::is_there(word);
    const std::uint32_t nodes = has_nodes ? nodes_of(word.substr(at + 1), "--measured " + word) : 1;
    const OutputRun best = best_run(has_nodes ? word.substr(0, at) : word);
    if (best.setup.ranks() % nodes != 0) {
      throw kernel::InputError(fmt::format("a grid of {} x {} ranks does not fill {} nodes evenly",
                                           best.setup.p, best.setup.q, nodes),
                               {.file = best.file, .line = best.line, .text = word});
    }
    found.push_back({best, nodes});
  }
  std::ranges::stable_sort(found, {}, &Measurement::nodes);
  const std::uint64_t ranks = found.front().run.setup.ranks() / found.front().nodes;
  for (const auto& [run, nodes] : found) {
    if (run.setup.ranks() / nodes == ranks) continue;
    throw kernel::InputError(fmt::format("this output has {} ranks on a node, {} has {}",
                                         run.setup.ranks() / nodes, found.front().run.file, ranks),
                             {.file = run.file,
                              .line = run.line,
                              .hint = "say on how many nodes each was: --measured FILE@NODES"});
  }
  return found;
}

void warn_of_residuals(const std::vector<Measurement>& measurements) {
  for (const auto& [run, nodes] : measurements) {
    if (run.residual != Residual::failed) continue;
    kernel::print_message(
        "smpi-study: warning: {}:{}: the residual of this run FAILED: its result is wrong, and its "
        "rate may be\n",
        run.file, run.line);
  }
}

Knowledge knowledge_of(const Measurement& measured, const CommandOptions& options) {
  Knowledge knowledge;
  knowledge.ranks = static_cast<std::uint32_t>(measured.run.setup.ranks() / measured.nodes);
  knowledge.cable = read_cable(options.cable);
  knowledge.panels = panels_of(measured.run);
  const double farthest = 1 + options.n_percent / 100;
  knowledge.order = {1 / farthest, 1, farthest};
  if (options.memory_rate.empty()) {
    knowledge.memory_bytes_per_s = usual_memory_bytes_per_s(measured.run.gflops / measured.nodes);
  } else {
    const double rate =
        quantity(options.memory_rate, models::Quantity::bandwidth_bytes_per_s, "--memory-rate");
    knowledge.memory_bytes_per_s = {rate, rate, rate};
  }
  return knowledge;
}

// The runs of an HPL.dat, each on as many nodes as its grid fills.
std::vector<Question> questions_of_input(const std::string& path, std::uint32_t ranks,
                                         const std::vector<std::uint32_t>& nodes) {
  std::vector<Question> questions;
  for (const hpl::Setup& setup : read_input(path)) {
    Question question;
    question.setup = setup;
    question.nodes = static_cast<std::uint32_t>(setup.ranks() / ranks);
    const bool is_wanted = nodes.empty() || std::ranges::find(nodes, question.nodes) != nodes.end();
    if (setup.ranks() % ranks == 0 && is_wanted) {
      questions.push_back(question);
      continue;
    }
    constexpr int grids_line = 11;
    throw kernel::InputError(
        fmt::format("a grid of {} x {} does not fill {} nodes of {} ranks", setup.p, setup.q,
                    nodes.empty() ? "whole" : fmt::format("{}", fmt::join(nodes, " or ")), ranks),
        {.file = path,
         .line = grids_line,
         .hint = "the node that was measured has as many ranks as its P x Q"});
  }
  return questions;
}

}  // namespace

int run_command(const CommandOptions& options, const RunOptions& run) {
  constexpr int failure_status = 1;
  constexpr int interrupted_status = 3;
  const launch::ResultFile page{.path = options.page, .what = "page"};
  if (!page.path.empty()) page.require_writable();
  const std::vector<Measurement> measurements = measurements_of(options.measured);
  const Measurement& measured = measurements.front();
  const Knowledge knowledge = knowledge_of(measured, options);
  Wishes wishes;
  if (!options.nodes.empty()) wishes.nodes = node_list(options.nodes);
  if (!options.memory.empty()) {
    wishes.memory_bytes = quantity(options.memory, models::Quantity::size_bytes, "--memory");
  }
  std::vector<Question> questions;
  if (!options.dat.empty()) {
    questions = questions_of_input(options.dat, knowledge.ranks, wishes.nodes);
  }
  warn_of_residuals(measurements);
  const std::string folder = options.folder.empty()
                                 ? fs::path(measured.run.file).replace_extension(".hpl").native()
                                 : options.folder;
  RunOptions quiet = run;
  quiet.is_quiet = true;
  HplSimulator simulator(fs::absolute(folder), measured.run.file, quiet);
  if (!options.page.empty()) simulator.time_kernels();
  try {
    ClusterAnswer answer;
    answer.knowledge = knowledge;
    answer.measurements = measurements;
    answer.node_w = options.node_w;
    answer.switch_w = options.switch_w;
    answer.wants_lines = !options.dat.empty();
    answer.fit = fit_node(knowledge, measurements, simulator);
    if (options.dat.empty()) {
      for (const std::uint32_t nodes : wishes.nodes) {
        const std::vector<Question> grids = questions_of(measured, wishes, nodes);
        if (options.chooses) {
          answer.choices.push_back(choose(knowledge, answer.fit, grids, simulator));
          questions.push_back(answer.choices.back().question);
        } else {
          questions.push_back(fastest(knowledge, answer.fit, grids, simulator));
        }
      }
    }
    answer.predictions = predict(knowledge, measured, answer.fit, questions, simulator);
    if (!options.page.empty()) {
      for (const Prediction& prediction : answer.predictions) {
        const auto& [nodes, setup] = prediction.question;
        answer.parts.push_back(simulator.parts(
            run_of(knowledge, setup, nodes, answer.fit.z, answer.fit.flop_s), prediction.time_s));
      }
    }
    kernel::print_result(
        "{}", options.wants_json ? cluster_json(answer).dump(1) + "\n" : cluster_text(answer));
    if (!options.page.empty()) page.write(cluster_page(cluster_json(answer)));
    return 0;
  } catch (const hpl::RunsFailed& failed) {
    kernel::print_message("smpi-study: {}\n", failed.what());
    return failed.end == StudyEnd::interrupted ? interrupted_status : failure_status;
  }
}

}  // namespace smpi::study::cluster
