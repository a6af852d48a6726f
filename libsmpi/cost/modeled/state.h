// SPDX-License-Identifier: BSD-3-Clause
//
// What modelled and sampled computation keeps for a run. The Simulation owns it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "kernel/options.h"
#include "kernel/random_stream.h"
#include "libsmpi/cost/modeled/blas_coefficients.h"
#include "libsmpi/cost/modeled/noise.h"
#include "libsmpi/cost/modeled/sampling.h"
#include "libsmpi/ranks/memory/block_pool.h"

namespace smpi {
struct Rank;
}

namespace smpi::modeled {

// The options of this folder.
std::span<const kernel::OptionSpec> options();
// The value of smpi/seed. Throws InputError when it is not a whole number of 32 bits.
std::uint64_t run_seed(const kernel::Options& options);

class Overlays;
class PlatformObjects;
enum class Allocation : std::uint8_t;

struct State {
  explicit State(const kernel::Options& options);
  ~State();

  NoiseSeeds seeds;
  std::vector<BlasCost> blas;          // one a routine of blas_routines(); empty with a real BLAS
  Processors processors;               // of hosts, where costs differ among them
  std::string blas_calibration;        // of the tables of processors; empty: as their file says
  Noise noise;                         // of the modelled BLAS and of overlays
  bool has_blas_noise = false;         // is any of the relative noise of the BLAS not zero?
  std::unique_ptr<Overlays> overlays;  // nullptr: none
  std::size_t stack_bytes;             // of a rank
  // How the large blocks are made that the code at a return address asks for; nullptr: as ever.
  Allocation (*allocation_at)(const Rank& rank, const void* return_address) = nullptr;
  // Is the code at a return address in a function that clears memory without content for nothing?
  bool (*clears_at)(const Rank& rank, const void* return_address) = nullptr;
  memory::BlockPool block_pool;
  SampleTable samples;
  std::unordered_map<std::string, void*> shared_calls;  // results of SMPI_SHARED_CALL
  std::vector<void*> user_data;                         // by process
  std::unordered_set<void*> plain_blocks;  // that smpi_shared_malloc_intercept() and its like made
  std::unique_ptr<PlatformObjects> platform_objects;  // nullptr: no program has asked for one

  // The stream of a rank.
  kernel::RandomStream& stream_of(const Rank& rank);
  // The processor of all hosts (host x processors.per_host + processor) that a rank computes on.
  std::uint32_t processor_of(const Rank& rank);

 private:
  std::vector<kernel::RandomStream> streams_;  // by process, made when first used
  std::vector<std::uint32_t> processor_of_;    // by process, found when first asked for
};

}  // namespace smpi::modeled
