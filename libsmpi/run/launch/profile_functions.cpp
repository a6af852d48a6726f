// SPDX-License-Identifier: BSD-3-Clause
//
// The two runs; the first passes what it found on as lines of a file without a name.
#include "libsmpi/run/launch/profile_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/doors/assembly/assembled_simulation.h"
#include "libsmpi/ranks/load/elf/elf_file.h"
#include "libsmpi/run/launch/child_run.h"
#include "libsmpi/run/launch/host_speed.h"
#include "libsmpi/run/launch/repeated_input.h"
#include "libsmpi/run/launch/result_file.h"
#include "libsmpi/run/launch/run.h"
#include "libsmpi/run/observe/kernel_counter.h"
#include "libsmpi/run/observe/kernel_search.h"
#include "libsmpi/run/observe/overlay_proposal.h"

namespace smpi::launch {
namespace {

// Functions that take less are not worth a model.
constexpr double least_share = 0.005;
constexpr std::size_t kernels_max = 30;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

File unnamed_file() {
  File file(std::tmpfile());
  if (file != nullptr) return file;
  throw kernel::InputError("cannot make a temporary file");
}

std::string content_of(std::FILE* file) {
  std::string text;
  std::rewind(file);
  for (int letter = std::fgetc(file); letter != EOF; letter = std::fgetc(file)) {
    text += static_cast<char>(letter);
  }
  return text;
}

struct Found {
  std::uint64_t sample_count = 0;
  double seconds_per_sample = 0;
  std::vector<observe::Kernel> kernels;
};

void write_found(const observe::KernelSearch& search, double seconds_per_sample, std::FILE* file) {
  nlohmann::json kernels = nlohmann::json::array();
  for (const observe::Kernel& kernel : search.kernels()) {
    kernels.push_back({{"name", kernel.name},
                       {"library", kernel.library},
                       {"samples", kernel.sample_count},
                       {"file", kernel.file},
                       {"object", kernel.place.object},
                       {"address", kernel.place.address},
                       {"room_bytes", kernel.room_bytes}});
  }
  const nlohmann::json all = {{"samples", search.sample_count()},
                              {"seconds_per_sample", seconds_per_sample},
                              {"kernels", kernels}};
  fmt::print(file, "{}", all.dump());
  std::fflush(file);
}

Found read_found(std::FILE* file) {
  const std::string text = content_of(file);
  Found found;
  if (text.empty()) return found;
  const nlohmann::json all = nlohmann::json::parse(text);
  found.sample_count = all["samples"];
  found.seconds_per_sample = all["seconds_per_sample"];
  for (const nlohmann::json& kernel : all["kernels"]) {
    const std::uint64_t count = kernel["samples"];
    const double share = static_cast<double>(count) / static_cast<double>(found.sample_count);
    if (share < least_share || found.kernels.size() == kernels_max) break;
    found.kernels.push_back({.name = kernel["name"],
                             .library = kernel["library"],
                             .sample_count = count,
                             .file = kernel["file"],
                             .place = {.object = kernel["object"], .address = kernel["address"]},
                             .room_bytes = kernel["room_bytes"]});
  }
  return found;
}

using Places = std::vector<observe::FunctionPlace>;

int search_kernels(Arguments arguments, const Places& tail_callers, std::FILE* result) {
  return run_in_child([&] {
    observe::KernelSearch search(tail_callers);
    const observe::MpiCalls calls(search);
    const observe::StackSampler sampler(search);
    arguments.mpi_calls = &calls;
    const int exit_status = run(arguments);
    write_found(search, sampler.seconds_per_sample(), result);
    return exit_status;
  });
}

std::array<std::uint8_t, 4> first_bytes(const observe::Kernel& kernel) {
  const load::ElfFile file(kernel.file);
  std::array<std::uint8_t, 4> bytes{};
  const std::span<const std::byte> code = file.at(kernel.place.address);
  for (std::size_t i = 0; i < std::min(bytes.size(), code.size()); i++) {
    bytes[i] = std::to_integer<std::uint8_t>(code[i]);
  }
  return bytes;
}

// Debug information may say what overlays have no words for, after all.
void check_arguments(load::FunctionType& type, modeled::Signature& signature) {
  if (type.arguments.empty()) return;
  try {
    signature = modeled::parse_signature(type.arguments);
  } catch (const modeled::SignatureError& error) {
    type.obstacle = error.message;
    type.arguments.clear();
  }
}

std::string reference_speed(const Arguments& arguments) {
  kernel::Options options;
  AssembledSimulation::declare_options(options);
  for (const std::string& text : arguments.configuration) options.set_from_argument(text);
  std::string speed = options.text("smpi/host-speed");
  if (speed == "auto") speed = automatic_host_speed(arguments);
  const bool has_unit = !speed.empty() && speed.back() == 'f';
  return has_unit ? speed : speed + "f";
}

// Which of the kernels are in the program, with what is known of their arguments.
std::vector<observe::CountedFunction> prepare_counting(
    std::vector<observe::ProposedKernel>& kernels) {
  load::FunctionTypes types;
  std::vector<observe::CountedFunction> functions;
  for (observe::ProposedKernel& proposed : kernels) {
    const observe::Kernel& kernel = proposed.kernel;
    if (!kernel.library.empty()) continue;
    observe::CountedFunction function{
        .code = {.place = kernel.place, .original = first_bytes(kernel)}, .signature = {}};
    proposed.type = types.find(kernel.file, kernel.place.address);
    if (proposed.type) check_arguments(*proposed.type, function.signature);
    functions.push_back(std::move(function));
  }
  return functions;
}

void add_breakpoints(Arguments& arguments, const std::vector<observe::ProposedKernel>& kernels) {
  for (const observe::ProposedKernel& proposed : kernels) {
    if (!proposed.kernel.library.empty()) continue;
    arguments.breakpoints.push_back(
        {.name = proposed.kernel.name, .where = {.text = proposed.kernel.name}});
  }
}

void write_proposal(const observe::Proposal& proposal, std::FILE* file) {
  nlohmann::json tail_callers = nlohmann::json::array();
  for (const observe::ProposedKernel& proposed : proposal.kernels) {
    if (!proposed.calls.is_tail_caller) continue;
    const observe::FunctionPlace& place = proposed.kernel.place;
    tail_callers.push_back({{"object", place.object}, {"address", place.address}});
  }
  const nlohmann::json all = {{"overlay", observe::overlay_text(proposal)},
                              {"tail_callers", tail_callers}};
  fmt::print(file, "{}", all.dump());
  std::fflush(file);
}

// Runs the program with breakpoints and writes the proposal.
int count_and_propose(Arguments arguments, const Found& found, std::FILE* result) {
  return run_in_child([&] {
    observe::Proposal proposal{.program = arguments.program[0],
                               .rank_count = arguments.rank_count.value_or(0),
                               .reference_speed = reference_speed(arguments),
                               .sample_count = found.sample_count,
                               .seconds_per_sample = found.seconds_per_sample,
                               .kernels = {}};
    for (const observe::Kernel& kernel : found.kernels) {
      proposal.kernels.push_back({.kernel = kernel, .type = {}, .calls = {}});
    }
    std::vector<observe::CountedFunction> functions = prepare_counting(proposal.kernels);
    std::vector<observe::WatchedFunction> places;
    for (const observe::CountedFunction& function : functions) places.push_back(function.code);
    observe::KernelCounter counter(std::move(functions));
    const observe::MpiCalls calls(counter);
    const observe::Breakpoints breakpoints(std::move(places), counter);
    arguments.mpi_calls = &calls;
    add_breakpoints(arguments, proposal.kernels);
    int exit_status = 0;
    {
      const observe::StackSampler sampler(counter);
      exit_status = run(arguments);
    }
    std::vector<observe::CountedCalls> counted = counter.results();
    auto next = counted.begin();
    for (observe::ProposedKernel& proposed : proposal.kernels) {
      if (proposed.kernel.library.empty()) proposed.calls = *next++;
    }
    write_proposal(proposal, result);
    return exit_status;
  });
}

void tell(const Arguments& arguments, const char* text) {
  if (!arguments.quiet) kernel::print_message("smpirun: {}\n", text);
}

}  // namespace

int profile_functions(const Arguments& arguments) {
  refuse_options_of_one_run(arguments, "--profile-functions");
  const ResultFile overlay{.path = arguments.profile_file, .what = "overlay"};
  overlay.require_writable();
  Arguments observed = arguments;
  observed.profile_file.clear();
  Places tail_callers;
  RepeatedInput input;
  for (;;) {
    tell(arguments, "running, to see which functions take time");
    const File kernels = unnamed_file();
    input.rewind();
    const int search_status = search_kernels(observed, tail_callers, kernels.get());
    if (search_status != 0) return search_status;
    const Found found = read_found(kernels.get());
    tell(arguments, "running, to see how they are called");
    const File result = unnamed_file();
    input.rewind();
    const int count_status = count_and_propose(observed, found, result.get());
    if (count_status != 0) return count_status;
    const nlohmann::json proposal = nlohmann::json::parse(content_of(result.get()));
    if (proposal["tail_callers"].empty()) {
      overlay.write(proposal["overlay"].get<std::string>());
      kernel::print_result("profile-functions: wrote {}\n", arguments.profile_file);
      return 0;
    }
    tell(arguments, "some of them come to MPI by a jump at their end: once more without them");
    for (const nlohmann::json& place : proposal["tail_callers"]) {
      tail_callers.push_back({.object = place["object"], .address = place["address"]});
    }
  }
}

}  // namespace smpi::launch
