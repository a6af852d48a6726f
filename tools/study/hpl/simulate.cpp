// SPDX-License-Identifier: BSD-3-Clause
//
// A round is a plan like one that a user writes: NAME.toml, with its study beside it, which
// smpi-study results, why and report show. Its runs are samples of some panels, which xhpl's
// overlay ends with status 75, and whole runs.
#include "tools/study/hpl/simulate.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "kernel/error.h"
#include "tools/study/hpl/sampling.h"
#include "tools/study/plan/plan.h"
#include "tools/study/results/study_view.h"

namespace smpi::study::hpl {
namespace {

namespace fs = std::filesystem;

// HPL's input, but what a market file does not set: as in examples/hpl.
constexpr const char* input_file = R"(HPLinpack benchmark input file
written by smpi-study hpl
HPL.out      output file name, not used
6            device out, not used
1            # of problem sizes
{n}          N
1            # of block sizes
{nb}         NB
0            PMAP: row-major
1            # of process grids
{p}          P
{q}          Q
-1.0         threshold: nothing is checked
1            # of panel factorisations
1            PFACT: Crout
1            # of recursive stopping criteria
2            NBMIN
1            # of panels in recursion
2            NDIV
1            # of recursive panel factorisations
2            RFACT: right
1            # of broadcasts
{bcast}      BCAST
1            # of lookahead depths
{depth}      DEPTH
{swap}       SWAP
64           swapping threshold
0            L1 transposed
0            U transposed
1            equilibration
8            memory alignment in doubles
)";

// Of whole runs all three are HPL's own time.
constexpr const char* results = R"toml(
[results]
time = { from = "stdout", regex = "^HPL (?:stopped row=[0-9]+ )?time_s=([0-9.e+-]+)", better = "lower" }
warm = { from = "stdout", regex = "^HPL (?:stopped .* warm_s|time_s)=([0-9.e+-]+)" }
)toml";

void write(const fs::path& path, const std::string& content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  file.close();
  if (!file) throw kernel::InputError("cannot write this file of the simulations", {.file = path});
}

// In quotes. Braces stay braces where plans fill formulas in.
std::string in_quotes(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}
std::string literal(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '{' || c == '}' ? std::string(2, c) : std::string(1, c);
  return in_quotes(escaped);
}

std::string kernels_text(const NodeType& node) {
  return fmt::format(
      "# dgemm of node type {}, by its seconds per flop; dtrsm makes T flops for each of its R x "
      "T\n"
      "# numbers, with T the order of the triangle on either side.\n"
      "reference_speed = \"{}f\"\ndefault = \"free\"\n[dgemm]\n"
      "terms = {{\"M*N*K\" = {}}}\n[dtrsm]\nterms = {{\"R*T^2\" = {}}}\n",
      nlohmann::json(node.name).dump(), node.speed_flops, 2 * node.flop_s, node.flop_s);
}

}  // namespace

// A matrix of order n with the grid and settings of a candidate.
struct StudySimulator::Run {
  const Candidate* candidate;
  Sample sample;  // a whole run stops after its end
};

StudySimulator::StudySimulator(const Market& market, std::string folder, RunOptions options)
    : market_(market), folder_(std::move(folder)), options_(std::move(options)) {}

void StudySimulator::prepare() {
  if (!program_.empty()) return;
  const std::string& given = market_.simulation.program;
  const fs::path own = fs::read_symlink("/proc/self/exe").parent_path();
  program_ = given.empty() ? (own / "../../hpl/xhpl").lexically_normal().native() : given;
  for (const fs::path& path :
       {fs::path(program_), fs::path(program_).parent_path() / "overlay.toml"}) {
    if (fs::exists(path)) continue;
    throw kernel::InputError(
        "HPL, which simulations run, is not here",
        {.file = market_.path,
         .text = path,
         .hint = "examples/hpl/run build makes it; or say program = \".../xhpl\" in [simulation]"});
  }
  std::error_code failure;
  fs::create_directories(folder_, failure);
  if (failure)
    throw kernel::InputError("the folder of the simulations cannot be made", {.file = folder_});
  write(fs::path(folder_) / "hpl.dat.in", input_file);
  for (std::size_t i = 0; i < market_.nodes.size(); ++i) {
    if (market_.nodes[i].kernels.empty()) {
      write(fs::path(folder_) / fmt::format("kernels-{}.toml", i), kernels_text(market_.nodes[i]));
    }
  }
}

std::string StudySimulator::plan_text(const std::string& round, const std::vector<Run>& runs,
                                      std::uint32_t replicas) const {
  std::string options;
  for (const std::string& option : market_.simulation.options) options += ", " + literal(option);
  std::string text = fmt::format(
      "# Written by smpi-study hpl.\nname = {}\nprogram = \"env\"\n"
      "arguments = [\"HPL_STOP_ROW={{stop_row}}\", \"HPL_WARM_ROW={{warm_row}}\", {}]\n"
      "exit_status = [0, 75]\nranks = \"{{p*q}}\"\nplatform = \"{{platform}}\"\n"
      "options = [\"--cores={{ranks}}\", \"--placement=block:{{ranks}}\", "
      "\"--host-speed={{speed}}f\",\n"
      "  \"--link={{bandwidth}}Bps,{{latency}}s\", \"--blas=modeled:{{kernels}}\", {},\n"
      "  \"--cfg=smpi/simulate-computation:no\"{}]\nfiles = {{ \"hpccinf.txt\" = \"hpl.dat.in\" "
      "}}\n",
      in_quotes(round), literal(program_),
      literal("--overlay=" + (fs::path(program_).parent_path() / "overlay.toml").native()),
      options);
  text += fmt::format("[replicas]\ncount = {}\n[parameters]\n", replicas);
  text +=
      "machine = { zip = [\"run\", \"node\", \"network\", \"nodes\", \"n\", \"nb\", \"p\", \"q\", "
      "\"bcast\", \"depth\", \"swap\", \"warm_row\", \"stop_row\",\n  \"platform\", \"ranks\", "
      "\"speed\", "
      "\"bandwidth\", \"latency\", \"kernels\"], values = [\n";
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Candidate& candidate = *runs[i].candidate;
    const NodeType& node = market_.nodes[candidate.node];
    const NetworkType& network = market_.networks[candidate.network];
    const Setting& setting = candidate.setting;
    const std::string kernels =
        node.kernels.empty()
            ? (fs::path(folder_) / fmt::format("kernels-{}.toml", candidate.node)).native()
            : node.kernels;
    text += fmt::format(
        "  [{}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},\n    {}, {}, {}, {}, {}, {}],\n",
        i + 1, in_quotes(node.name), in_quotes(network.name), candidate.nodes, runs[i].sample.n,
        setting.nb, candidate.grid.rows, candidate.grid.columns,
        broadcast_number(setting.broadcast), setting.depth, swap_number(setting.swap),
        runs[i].sample.warm, runs[i].sample.stop,
        in_quotes(platform_text(network, candidate.nodes, market_.path)), node.ranks,
        node.speed_flops, network.bandwidth_bytes_per_s, network.latency_s, in_quotes(kernels));
  }
  return text + "] }\n" + results;
}

std::vector<StudySimulator::Times> StudySimulator::run_all(const std::string& round,
                                                           const std::vector<Run>& runs,
                                                           std::uint32_t replicas) {
  prepare();
  const std::string path = fs::path(folder_) / (round + ".toml");
  write(path, plan_text(round, runs, replicas));
  const Plan plan = read_plan(path);
  const StudyFolder folder(fs::path(folder_) / (round + ".study"));
  studies_.push_back(folder.path());
  const StudyEnd end = run_study(plan, folder, options_);
  if (end != StudyEnd::all_done) {
    throw RunsFailed(fmt::format("simulations of {} {}", path,
                                 end == StudyEnd::interrupted ? "were interrupted" : "failed"),
                     end);
  }
  // A line per run, in the order of the plan, replicas of a point one after the other.
  std::vector<Times> times(runs.size());
  std::string lines = StudyView(folder).json_lines();
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

std::vector<double> StudySimulator::sample(const std::string& round,
                                           const std::vector<Candidate>& candidates) {
  std::vector<Run> runs;
  for (const Candidate& candidate : candidates) {
    const auto samples = samples_of(candidate.n, candidate.setting.nb, candidate.grid.columns);
    if (samples) {
      for (const Sample& sample : *samples) runs.push_back({&candidate, sample});
    } else {
      runs.push_back({&candidate, {candidate.n, candidate.n, candidate.n}});
    }
  }
  const std::vector<Times> times = run_all(round, runs, 1);
  std::vector<double> found;
  for (std::size_t run = 0; run < runs.size();) {
    const Candidate& candidate = *runs[run].candidate;
    if (runs[run].sample.stop == candidate.n) {
      found.push_back(times[run].end_s.front());
      ++run;
      continue;
    }
    std::array<Measured, 3> measured;
    for (std::size_t i = 0; i < measured.size(); ++i) {
      const Times& of_run = times[run + i];
      measured[i] = {runs[run + i].sample, of_run.warm_s.front(), of_run.end_s.front()};
    }
    found.push_back(whole_time_s(candidate.n, candidate.setting.nb, measured));
    run += measured.size();
  }
  return found;
}

std::vector<double> StudySimulator::run(const std::string& round, const Candidate& candidate) {
  return run_all(round, {{&candidate, {candidate.n, candidate.n, candidate.n}}},
                 market_.simulation.replicas)
      .front()
      .end_s;
}

}  // namespace smpi::study::hpl
