// SPDX-License-Identifier: BSD-3-Clause
//
// smpi-calibrate blas: times this machine's OpenBLAS, on one core alone and on all at once, fits
// polynomials, says how well they fit, and writes what smpirun --blas=modeled:FILE reads.
// smpi-calibrate network: tools/calibrate/network. smpi-calibrate rate: tools/calibrate/rate.
#include <cblas.h>
#include <fmt/format.h>

#include <array>
#include <ctime>
#include <string_view>

#include "kernel/error.h"
#include "kernel/print.h"
#include "tools/calibrate/command_line.h"
#include "tools/calibrate/files.h"
#include "tools/calibrate/machine.h"
#include "tools/calibrate/model.h"
#include "tools/calibrate/network/command.h"
#include "tools/calibrate/picture.h"
#include "tools/calibrate/rate/command.h"
#include "tools/calibrate/report.h"

namespace smpi::calibrate {
namespace {

// Bad input, as of smpirun.
constexpr int input_error_status = 2;
constexpr int failure_status = 1;

std::string library_name() {
  std::string name = openblas_get_config();
  const std::size_t options = name.find(" DYNAMIC_ARCH");
  if (options != std::string::npos) name.resize(options);
  return fmt::format("{}, {} kernels", name, openblas_get_corename());
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::array<char, 11> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", std::gmtime(&now));
  return text.data();
}

Model measure(const Plan& plan, const Arguments& arguments, const Machine& machine,
              std::size_t worker_count, double budget_s) {
  const Timings timings = time_plan(plan, arguments.plan.size_max, machine, worker_count, budget_s);
  Model model = make_model(
      worker_count == 1 ? "one core alone" : fmt::format("{} cores at once", worker_count), plan,
      timings);
  if (!arguments.quiet) kernel::print_result("\n{}", report_text(model));
  return model;
}

std::vector<std::string> origin_of(const Arguments& arguments, const Machine& machine,
                                   const Model& model) {
  const PlanSettings& plan = arguments.plan;
  return {fmt::format("Made by smpi-calibrate blas on {}.", today()),
          machine.description() + "; " + library_name(),
          fmt::format("{}; {} shapes of up to {}, {} timings of each, seed {}", model.title,
                      plan.shape_count, plan.size_max, plan.repetitions, plan.seed)};
}

void calibrate_blas(const Arguments& arguments) {
  require_writable(arguments.output);
  require_writable(arguments.picture);
  // One thread a rank, as in a run.
  openblas_set_num_threads(1);
  const Machine machine;
  const Plan plan = make_plan(arguments.plan);
  const std::string title = machine.description() + "; " + library_name();
  if (!arguments.quiet) kernel::print_result("{}\n", title);
  std::vector<Model> models;
  const bool is_parallel = machine.core_count() > 1;
  const double budget_s = arguments.budget_s / (is_parallel ? 2 : 1);
  models.push_back(measure(plan, arguments, machine, 1, budget_s));
  if (is_parallel) {
    models.push_back(measure(plan, arguments, machine, machine.core_count(), budget_s));
  }
  const Model& wanted = arguments.load == Load::one_core ? models.front() : models.back();
  const CoefficientSettings settings{.origin = origin_of(arguments, machine, wanted),
                                     .reference_speed_flops = arguments.reference_speed_flops,
                                     .has_call_noise = arguments.has_call_noise,
                                     .host_noise = arguments.host_noise,
                                     .day_noise = arguments.day_noise,
                                     .host = arguments.host,
                                     .calibration = today()};
  std::vector<const Model*> drawn;
  for (const Model& model : models) drawn.push_back(&model);
  write_files({{arguments.output, coefficients_text(wanted, settings)},
               {arguments.picture, draw_picture(title, drawn)}});
  if (arguments.quiet) return;
  kernel::print_result("\n{}: a large dgemm makes {:.2f} Gflop/s on a core.\nWritten: {}, {}\n",
                       wanted.title, large_dgemm_speed_flops(wanted) / 1e9, arguments.output,
                       arguments.picture);
}

int run(int argc, char** argv) {
  kernel::open_standard_descriptors();
  try {
    if (argc > 1 && std::string_view(argv[1]) == "network") return network::run(argc - 1, argv + 1);
    if (argc > 1 && std::string_view(argv[1]) == "rate") return rate::run(argc - 1, argv + 1);
    const Parsed parsed = parse_arguments(argc, argv);
    if (parsed.answer) {
      kernel::print_result(*parsed.answer);
      return 0;
    }
    calibrate_blas(parsed.arguments);
    return 0;
  } catch (const kernel::InputError& error) {
    kernel::print_message("smpi-calibrate: {}\n", error.what());
    return input_error_status;
  } catch (const std::exception& error) {
    kernel::print_message("smpi-calibrate: {}\n", error.what());
    return failure_status;
  }
}

}  // namespace
}  // namespace smpi::calibrate

int main(int argc, char** argv) {
  return smpi::calibrate::run(argc, argv);
}
