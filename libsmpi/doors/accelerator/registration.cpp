// SPDX-License-Identifier: BSD-3-Clause
//
// What the compiler generates calls of: registration of kernels by the constructors of the program,
// which run in the context of its rank, and the configuration of a launch between <<< and >>>.
//
// Without devices, and in a program that runs without smpirun, there is nobody to launch kernels,
// and registration does nothing.
#include "libsmpi/doors/accelerator/registration.h"

namespace smpi::accelerator {

void register_kernel(const void* host_function, const char* mangled_name) {
  RankDevices* const mine = devices_of_caller();
  if (mine == nullptr) return;
  mine->register_kernel(host_function, mine->state.kernels.named(mangled_name));
}

void register_symbol(const void* host_variable, std::size_t size_bytes) {
  RankDevices* const mine = devices_of_caller();
  if (mine != nullptr) mine->register_symbol(host_variable, size_bytes);
}

void push_configuration(const Launch& launch) {
  RankDevices* const mine = devices_of_caller();
  if (mine == nullptr) return;
  mine->configurations.push_back(
      {.shape = {.grid = {launch.grid.x, launch.grid.y, launch.grid.z},
                 .block = {launch.block.x, launch.block.y, launch.block.z},
                 .shared_bytes = launch.shared_bytes},
       .stream = launch.stream});
}

void pop_configuration(Dimensions& grid, Dimensions& block, std::size_t& shared_bytes,
                       void*& stream) {
  RankDevices* const mine = devices_of_caller();
  if (mine == nullptr || mine->configurations.empty()) {
    grid = block = {1, 1, 1};
    shared_bytes = 0;
    stream = nullptr;
    return;
  }
  const auto& [shape, its_stream] = mine->configurations.back();
  grid = {shape.grid[0], shape.grid[1], shape.grid[2]};
  block = {shape.block[0], shape.block[1], shape.block[2]};
  shared_bytes = shape.shared_bytes;
  stream = its_stream;
  mine->configurations.pop_back();
}

}  // namespace smpi::accelerator
