// SPDX-License-Identifier: BSD-3-Clause
//
// Several workloads beside each other on one network, from a file as TraceR reads it (Acun et al.
// 2015): what job each rank belongs to, and where it is.
//
//   NA                                  map of all hosts, or NA
//   2                                   jobs
//   trace.smpitrace  job0.map  64  1    workload, map of its ranks, ranks, iterations
//   stencil3d:size=128KiB  NA  64  3
//
// Maps are binary, of 32-bit integers in the byte order of the machine. That of all hosts has three
// numbers for each rank: its host, its number in its job, its job. That of a job has the host of
// each rank. Where TraceR has binary maps only, that of a job may also be a text file with the name
// of a host in each line. NA: what the map of all hosts says, and without one the hosts after those
// of the job before. Iterations repeat a pattern; traces and GOAL files have 1. Paths are relative
// to the working folder, or to the file.
#pragma once

#include <string>
#include <vector>

#include "models/platform/platform.h"
#include "tools/packets/workload.h"

namespace smpi::packets {

struct JobLine {
  std::string workload;
  std::string map;
  std::uint32_t rank_count = 0;
  std::uint64_t iterations = 1;
  int line = 0;  // of the file
};

struct JobsFile {
  std::string path;
  std::string global_map;
  std::vector<JobLine> jobs;
};

// Throws InputError.
JobsFile read_jobs_file(const std::string& path);

// The hosts of the ranks of each job. Throws InputError for maps that do not fit.
std::vector<std::vector<models::HostId>> map_jobs(const JobsFile& file,
                                                  const models::Platform& platform);

}  // namespace smpi::packets
