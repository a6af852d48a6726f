// SPDX-License-Identifier: BSD-3-Clause
//
// What `--jobs FILE.toml` says: programs that share the platform, each with an MPI_COMM_WORLD of
// its own, and traffic of others.
//
//   [[job]]
//   name = "solver"
//   program = "./solver"
//   args = ["1000"]
//   np = 64
//   hosts = "0-63"              # numbers of hosts, or a list of names; else `allocation`
//   placement = "block"         # as --placement has it
//   allocation = "contiguous"   # or "random:SEED", "groups": of the hosts that no other job has
//   start = "10s"
//   repeat = 1                  # or "forever", for jobs that are not measured
//   measure = true              # the run ends when all measured jobs have ended
//
//   [[traffic]]
//   hosts = "0-63"
//   pattern = "uniform"         # shift:K, permutation:SEED, hotspot:HOST, alltoall
//   message = "64KiB"
//   load = 0.3                  # share of each sender's cable
//   arrival = "poisson"         # or "periodic"
//   from = "1s"
//   until = "5s"
//   fluid = false               # true: no messages, their mean use is taken off the links
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernel/error.h"
#include "models/platform/platform.h"

namespace smpi::jobs {

using Where = kernel::InputError::Where;

struct Allocation {
  enum class Kind : std::uint8_t { contiguous, random, groups } kind = Kind::contiguous;
  std::uint64_t seed = 0;
};

struct Job {
  std::string name;
  std::vector<std::string> command;  // program and arguments
  std::uint32_t rank_count = 0;
  std::vector<models::HostId> hosts;  // empty: `allocation` finds some
  std::string placement = "block";
  Allocation allocation;
  double start_s = 0;
  std::optional<std::uint64_t> repeat_count = 1;  // nullopt: for ever
  bool is_measured = true;
  Where where;  // of its table
};

struct Traffic {
  enum class Pattern : std::uint8_t { uniform, shift, permutation, hotspot, alltoall };
  std::vector<models::HostId> hosts;
  Pattern pattern = Pattern::uniform;
  std::uint64_t number = 0;  // K of shift, SEED of permutation, index in `hosts` of hotspot's host
  double message_bytes = 65536;
  double load = 0;
  bool is_periodic = false;
  double from_s = 0;
  std::optional<double> until_s;
  bool is_fluid = false;
  Where where;
};

struct JobFile {
  std::vector<Job> jobs;
  std::vector<Traffic> traffic;
};

// Throws InputError: unreadable file, unknown keys, wrong values, no measured job.
JobFile read_job_file(const std::string& path, const models::Platform& platform);

}  // namespace smpi::jobs
