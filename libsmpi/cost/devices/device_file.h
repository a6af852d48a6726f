// SPDX-License-Identifier: BSD-3-Clause
//
// A file of devices and of what their kernels cost: `smpirun --devices 8xNAME --kernels FILE.toml`.
//
//   plugin = "kernels.so"              # beside this file; functions that compute kernels
//
//   [devices.mine]
//   title = "My accelerator"           # what programs are told; NAME when absent
//   memory = "64GB"
//   peak = "20Tf"                      # flop/s of kernels
//   matrix_peak = "40Tf"               # flop/s of library calls; peak when absent
//   memory_rate = "1600GBps"
//   copy = ["25GBps, 5us"]             # to the device and back; two entries where they differ
//   pageable = "10GBps"                # bound of copies of memory that is not pinned
//   peers = "50GBps, 5us"              # to another device of the host; copy when absent
//   host = "100GBps"                   # all copies of a host in one direction; else no limit
//   call = "4us"                       # of the host, per call that gives the device work; else 0
//   kernel_latency = "2us"             # added to each kernel; else 0
//   kernel_engines = 1                 # kernels at a time
//   multiprocessors = 110
//   warp = 64
//   watts = {idle = 90, busy = 350, peak = 560}
//   count = 8                          # devices of a host, when --devices gives no count
//
//   [kernels.axpy]                     # or a mangled name, or "axpy<double>", in quotes
//   arguments = "int n, double a, const double* x, double* y"
//   bytes = "24*n"                     # with flops: the longer of both, at memory_rate and peak
//   flops = "2*n"
//   # or seconds = "1e-6+1e-11*n", or terms = {"n" = 1e-11}, and deviation
//   replace = "compute_axpy"           # a function of the plug-in that computes it
//
//   [library.dgemm]                    # formulas of M, N, K; T and R where there is a triangle
//   terms = {"M*N*K" = 5.1e-14, "1" = 4e-6}
#pragma once

#include <map>
#include <string>
#include <vector>

#include "kernel/error.h"
#include "libsmpi/cost/modeled/kernel_cost.h"
#include "libsmpi/cost/modeled/overlay/signature.h"
#include "models/device/device.h"

namespace smpi::devices {

// Seconds, or the longer of flops at the peak and bytes at the memory's rate.
struct WorkCost {
  modeled::KernelCost time;  // its flops are seconds
  bool is_roofline = false;
  modeled::Formula flops;
  modeled::Formula bytes;
};

// What formulas of kernels may name besides the arguments, in this order behind them.
inline constexpr const char* launch_names[] = {"grid_x",  "grid_y",  "grid_z",  "block_x",
                                               "block_y", "block_z", "threads", "shared_bytes"};
// What formulas of library calls may name.
inline constexpr const char* library_names[] = {"M", "N", "K", "T", "R"};
inline constexpr std::size_t kernel_scalars_max = 32;

struct KernelEntry {
  std::string name;
  kernel::InputError::Where where;
  bool has_signature = false;
  modeled::Signature signature;
  WorkCost cost;
  std::string plugin_function;  // empty: it is not computed
};

struct LibraryEntry {
  kernel::InputError::Where where;
  WorkCost cost;
};

struct DeviceFile {
  std::string path;
  std::string plugin;  // path, or empty
  std::map<std::string, models::DeviceSpec> devices;
  std::vector<KernelEntry> kernels;
  std::map<std::string, LibraryEntry> library;
};

// Throws InputError for whatever can be known to be wrong before the program is seen.
DeviceFile read_device_file(const std::string& path);

// The device of "8xNAME" or "NAME" among those of the files, else of the presets. Throws
// InputError.
models::DeviceSpec choose_device(const std::string& text, const std::vector<DeviceFile>& files);

}  // namespace smpi::devices
