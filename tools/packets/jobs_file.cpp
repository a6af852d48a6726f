// SPDX-License-Identifier: BSD-3-Clause
//
// Lines of the file, and maps of each kind.
#include "tools/packets/jobs_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <sstream>

#include "kernel/error.h"
#include "kernel/file_kind.h"
#include "kernel/read_file.h"

namespace smpi::packets {
namespace {

using models::HostId;

constexpr std::string_view no_map = "NA";
constexpr HostId unknown = std::numeric_limits<HostId>::max();

// Paths are relative to the working folder, else to the file.
std::string find_file(const std::string& name, const std::string& jobs_file) {
  if (kernel::is_file(name)) return name;
  const auto beside = std::filesystem::path(jobs_file).parent_path() / name;
  return kernel::is_file(beside) ? beside.string() : name;
}

std::vector<std::uint32_t> numbers_in(const std::string& bytes) {
  std::vector<std::uint32_t> numbers(bytes.size() / sizeof(std::uint32_t));
  if (numbers.empty()) return numbers;  // it has no place to copy to
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(std::uint32_t));
  return numbers;
}

bool is_text(const std::string& bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char c) {
    return static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\r' || c == '\t';
  });
}

HostId checked(std::uint64_t host, const models::Platform& platform, const JobsFile& file, int line,
               const std::string& map) {
  if (host < platform.hosts.count()) return static_cast<HostId>(host);
  throw kernel::InputError(
      fmt::format("host {} of a map is not there", host),
      {file.path, line, map, fmt::format("the platform has {}", platform.hosts.count())});
}

// The map of one job, text or binary.
std::vector<HostId> read_job_map(const JobLine& job, const JobsFile& file,
                                 const models::Platform& platform) {
  const std::string bytes = kernel::read_file(
      job.map, "this map", {file.path, job.line, job.map, "NA where there is none"});
  std::vector<HostId> hosts;
  if (is_text(bytes)) {
    std::istringstream lines(bytes);
    for (std::string name; lines >> name;) {
      const std::optional<HostId> host = platform.find_host(name);
      if (!host) throw kernel::InputError("no such host", {file.path, job.line, name, job.map});
      hosts.push_back(*host);
    }
  } else {
    for (const std::uint32_t host : numbers_in(bytes)) {
      hosts.push_back(checked(host, platform, file, job.line, job.map));
    }
  }
  if (hosts.size() >= job.rank_count) return hosts;
  throw kernel::InputError("the map has fewer hosts than the job has ranks",
                           {file.path, job.line, job.map,
                            fmt::format("{} hosts, {} ranks", hosts.size(), job.rank_count)});
}

std::vector<std::vector<HostId>> read_global_map(const JobsFile& file,
                                                 const models::Platform& platform) {
  constexpr int line_of_map = 1;
  const std::string bytes =
      kernel::read_file(file.global_map, "this map",
                        {file.path, line_of_map, file.global_map, "NA where there is none"});
  const std::vector<std::uint32_t> numbers = numbers_in(bytes);
  const auto refuse = [&](const char* message, std::string hint) {
    throw kernel::InputError(message, {file.path, line_of_map, file.global_map, std::move(hint)});
  };
  if (bytes.size() % (3 * sizeof(std::uint32_t)) != 0) {
    refuse("a map of all hosts has three 32-bit numbers for each rank",
           fmt::format("{} bytes", bytes.size()));
  }
  std::vector<std::vector<HostId>> hosts;
  for (const JobLine& job : file.jobs) hosts.emplace_back(job.rank_count, unknown);
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3) {
    const std::uint32_t rank = numbers[i + 1], job = numbers[i + 2];
    const HostId host = checked(numbers[i], platform, file, line_of_map, file.global_map);
    if (job >= hosts.size() || rank >= hosts[job].size()) {
      refuse("a map names a rank that no job has", fmt::format("rank {} of job {}", rank, job));
    }
    hosts[job][rank] = host;
  }
  for (std::size_t job = 0; job < hosts.size(); job++) {
    const auto missing = std::find(hosts[job].begin(), hosts[job].end(), unknown);
    if (missing == hosts[job].end()) continue;
    refuse("a map leaves a rank out",
           fmt::format("rank {} of job {}", missing - hosts[job].begin(), job));
  }
  return hosts;
}

}  // namespace

JobsFile read_jobs_file(const std::string& path) {
  std::istringstream stream(kernel::read_file(path, "this file of jobs", {.text = path}));
  JobsFile file{.path = path, .global_map = {}, .jobs = {}};
  std::optional<std::size_t> wanted;
  int line_number = 0;
  for (std::string line; std::getline(stream, line);) {
    line_number++;
    std::istringstream words(line);
    std::string first;
    if (!(words >> first)) continue;
    if (file.global_map.empty()) {
      file.global_map = find_file(first, path);
      continue;
    }
    if (!wanted) {
      std::istringstream number(first);
      std::size_t count = 0;
      if (!(number >> count) || count == 0 || !number.eof()) {
        throw kernel::InputError("the second line is the number of jobs",
                                 {path, line_number, first, ""});
      }
      wanted = count;
      continue;
    }
    JobLine job{.workload = find_file(first, path), .map = {}, .line = line_number};
    std::int64_t ranks = 0, iterations = 0;
    std::string rest;
    if (!(words >> job.map >> ranks >> iterations) || words >> rest || ranks < 1 ||
        ranks > 1 << 24 || iterations < 1) {
      throw kernel::InputError("a job is: WORKLOAD MAP RANKS ITERATIONS",
                               {path, line_number, line, "such as ring NA 64 1"});
    }
    job.map = find_file(job.map, path);
    job.rank_count = static_cast<std::uint32_t>(ranks);
    job.iterations = static_cast<std::uint64_t>(iterations);
    file.jobs.push_back(std::move(job));
  }
  if (wanted && *wanted == file.jobs.size()) return file;
  throw kernel::InputError(
      "the file has another number of jobs than it says",
      {path, 0, fmt::format("{} lines of jobs, {} wanted", file.jobs.size(), wanted.value_or(0)),
       "a map of all hosts or NA, the number of jobs, then a line for each job"});
}

std::vector<std::vector<HostId>> map_jobs(const JobsFile& file, const models::Platform& platform) {
  const bool has_global_map = file.global_map != no_map;
  std::vector<std::vector<HostId>> hosts(file.jobs.size());
  if (has_global_map) hosts = read_global_map(file, platform);
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < file.jobs.size(); i++) {
    const JobLine& job = file.jobs[i];
    if (job.map != no_map) {
      hosts[i] = read_job_map(job, file, platform);
      hosts[i].resize(job.rank_count);
    } else if (!has_global_map) {
      for (std::uint32_t rank = 0; rank < job.rank_count; rank++) {
        hosts[i].push_back(static_cast<HostId>((next + rank) % platform.hosts.count()));
      }
    }
    next += job.rank_count;
  }
  return hosts;
}

}  // namespace smpi::packets
