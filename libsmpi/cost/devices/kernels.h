// SPDX-License-Identifier: BSD-3-Clause
//
// Kernels that programs launch, and what they cost.
//
// The compiler registers each kernel by its mangled name and the address of a host function. A file
// (device_file.h) names it by that, by its readable name with or without arguments of templates, or
// by the bare name of the function, with or without its namespaces; the more exact name wins. A
// kernel of the run is one object here for all ranks.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "libsmpi/cost/devices/device_file.h"

namespace smpi {
struct Rank;
}

namespace smpi::devices {

// What a kernel without a cost is taken to move per thread: it reads a double and writes one.
inline constexpr double unknown_thread_bytes = 16;

struct LaunchShape {
  std::uint32_t grid[3];
  std::uint32_t block[3];
  std::size_t shared_bytes;

  double thread_count() const {
    return 1.0 * grid[0] * grid[1] * grid[2] * block[0] * block[1] * block[2];
  }
};

// What a plug-in's function is called with: the kernel's arguments as the program gave them, each
// by its address.
using KernelFunction = void (*)(void** arguments, const LaunchShape* shape);

struct Kernel {
  std::string mangled_name;
  std::string name;                    // readable
  std::string label;                   // "axpy<double>"
  const KernelEntry* entry = nullptr;  // nullptr: no file says what it costs
  KernelFunction compute = nullptr;    // of a plug-in
  std::uint64_t launch_count = 0;
  LaunchShape first_shape{};
};

class Kernels {
 public:
  explicit Kernels(const std::vector<DeviceFile>& files);

  // The kernel of a mangled name; made when first asked for.
  Kernel& named(const char* mangled_name);
  // Those without a cost that were launched, in the order of their first registration.
  std::vector<const Kernel*> unknown() const;

 private:
  void find_entry(Kernel& kernel) const;

  const std::vector<DeviceFile>& files_;
  std::vector<void*> plugins_;  // by file; nullptr: none
  std::unordered_map<std::string, const KernelEntry*> entries_;
  std::unordered_map<const KernelEntry*, KernelFunction> functions_;
  std::unordered_map<std::string, Kernel*> by_name_;
  std::vector<std::unique_ptr<Kernel>> kernels_;
};

// "axpy<double>" of "void axpy<double>(int, double const*)"; with `bare`, "axpy".
std::string short_name(std::string_view readable, bool bare);
// "axpy<double>" of "(anonymous namespace)::axpy<double>".
std::string without_scope(std::string_view name);

// The value of each scalar of a signature, from the addresses of the arguments.
void read_scalars(const modeled::Signature& signature, void** arguments, double* values);

}  // namespace smpi::devices
