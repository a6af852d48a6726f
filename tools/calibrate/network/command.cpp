// SPDX-License-Identifier: BSD-3-Clause
//
// What each command does, in order.
#include "tools/calibrate/network/command.h"

#include <fmt/format.h>

#include "kernel/print.h"
#include "tools/calibrate/files.h"
#include "tools/calibrate/network/command_line.h"
#include "tools/calibrate/network/fit_picture.h"
#include "tools/calibrate/network/fit_report.h"
#include "tools/calibrate/network/launch.h"
#include "tools/calibrate/network/network_file.h"
#include "tools/calibrate/network/simgrid_export.h"

namespace smpi::calibrate::network {
namespace {

constexpr int bad_fit_status = 1;

int write_program(const Arguments& arguments) {
  write_folder(arguments.folder);
  if (!arguments.is_quiet) {
    kernel::print_result("{0}/commands.txt says what to type on the machine.\n",
                         arguments.folder.folder);
  }
  return 0;
}

int run_measurement(const Arguments& arguments) {
  measure(arguments.folder, arguments.is_quiet);
  if (!arguments.is_quiet) {
    kernel::print_result("Then: smpi-calibrate network fit {} -o net.toml --report\n",
                         arguments.folder.folder);
  }
  return 0;
}

int fit_files(const Arguments& arguments) {
  require_writable(arguments.file);
  require_writable(arguments.picture);
  std::vector<Measurement> measurements;
  for (const std::string& folder : arguments.folders) {
    measurements.push_back(read_measurement(folder));
  }
  const NetworkFit fit = fit_network(measurements, arguments.fit);
  write_files({{arguments.file, network_text(fit)}, {arguments.picture, draw_fit(fit)}});
  if (!arguments.is_quiet) kernel::print_result("{}", summary_text(fit));
  if (arguments.has_report) kernel::print_result("\n{}", residual_table(fit));
  const double worst = worst_median_residual(fit);
  if (!arguments.is_quiet) {
    kernel::print_result("Written: {}, {}\n", arguments.file, arguments.picture);
  }
  if (worst <= arguments.tolerance) return 0;
  kernel::print_message(
      "smpi-calibrate: a segment's median residual is {:.1f} %, above the tolerance of {:.1f} %: "
      "--report shows which\n",
      100 * worst, 100 * arguments.tolerance);
  return bad_fit_status;
}

int export_file(const Arguments& arguments) {
  if (!arguments.output.empty()) require_writable(arguments.output);
  const std::string text = simgrid_config(arguments.file);
  if (arguments.output.empty()) {
    kernel::print_result("{}", text);
  } else {
    write_files({{arguments.output, text}});
  }
  return 0;
}

}  // namespace

int run(int argc, char** argv) {
  const Parsed parsed = parse_arguments(argc, argv);
  if (parsed.answer) {
    kernel::print_result(*parsed.answer);
    return 0;
  }
  switch (parsed.arguments.command) {
    case Command::program:
      return write_program(parsed.arguments);
    case Command::measure:
      return run_measurement(parsed.arguments);
    case Command::fit:
      return fit_files(parsed.arguments);
    case Command::export_simgrid:
      return export_file(parsed.arguments);
  }
  return 0;
}

}  // namespace smpi::calibrate::network
