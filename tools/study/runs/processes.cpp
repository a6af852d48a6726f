// SPDX-License-Identifier: BSD-3-Clause
//
// Read from /proc (proc(5)).
#include "tools/study/runs/processes.h"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
#include <thread>

namespace smpi::study {
namespace {

namespace fs = std::filesystem;

// The fields of /proc/PID/stat after the name, which may hold blanks; empty when it has ended.
std::istringstream fields_after_name(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string line;
  std::getline(file, line);
  const std::size_t end = line.rfind(')');
  return std::istringstream(end == std::string::npos ? "" : line.substr(end + 1));
}

// In ticks since the machine started; empty when the process has ended.
std::string start_time(pid_t process) {
  std::istringstream fields = fields_after_name(process);
  constexpr int place = 20;  // number 22 of the whole line
  std::string word;
  for (int i = 0; i < place; ++i) {
    if (!(fields >> word)) return {};
  }
  return word;
}

pid_t group_of(pid_t process) {
  std::istringstream fields = fields_after_name(process);
  std::string state;
  pid_t parent = 0;
  pid_t group = 0;
  return fields >> state >> parent >> group ? group : 0;
}

std::string boot() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string id;
  file >> id;
  return id;
}

}  // namespace

double resident_bytes(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/statm", process));
  double size_pages = 0;
  double resident_pages = 0;
  if (!(file >> size_pages >> resident_pages)) return 0;
  double bytes = resident_pages * static_cast<double>(sysconf(_SC_PAGESIZE));
  std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", process));
  for (pid_t child = 0; children >> child;) bytes += resident_bytes(child);
  return bytes;
}

double available_bytes() {
  std::ifstream file("/proc/meminfo");
  std::string name;
  double kibibytes = 0;
  constexpr double kibibyte = 1024;
  while (file >> name >> kibibytes) {
    if (name == "MemAvailable:") return kibibytes * kibibyte;
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return 0;
}

unsigned usable_cores() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) == 0) {
    return static_cast<unsigned>(CPU_COUNT(&cores));
  }
  // More processors than the set has bits.
  return std::max(std::thread::hardware_concurrency(), 1U);
}

std::string group_identity(pid_t leader) {
  std::string host(256, '\0');
  gethostname(host.data(), host.size() - 1);
  return fmt::format("{} {} {} {}", host.c_str(), boot(), leader, start_time(leader));
}

void end_group(const std::string& identity) {
  std::istringstream words(identity);
  std::string host;
  std::string boot_id;
  pid_t leader = 0;
  std::string started;
  if (!(words >> host >> boot_id >> leader >> started) || boot_id != boot()) return;
  // The leader may be gone and others of its group still there; a number that is used again has a
  // leader that started later.
  const std::string now = start_time(leader);
  if (!now.empty() && now != started) return;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (group_of(std::stoi(name)) == leader) kill(std::stoi(name), SIGKILL);
  }
}

}  // namespace smpi::study
