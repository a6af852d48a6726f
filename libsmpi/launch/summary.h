// SPDX-License-Identifier: BSD-3-Clause
//
// What a run did: for people at the end of a run, for programs as JSON (--summary).
#pragma once

#include <cstdint>
#include <string>

namespace smpi {
class Simulation;
}

namespace smpi::launch {

struct Summary {
  double simulated_s = 0;
  double wall_s = 0;
  std::uint64_t messages = 0;
  double bytes = 0;
  double peak_memory_bytes = 0;
  std::uint32_t ranks = 0;
  std::uint64_t seed = 0;
  // Of the hosts and links whose properties say what they take.
  bool is_energy_measured = false;
  double host_energy_j = 0;
  double link_energy_j = 0;
  std::string end = "completed";
  int exit_status = 0;
};

Summary summarize(const Simulation& simulation, double wall_s);
// One line for the terminal.
std::string format_summary(const Summary& summary);
// Deterministic fields first; wall time and memory under "measured". Throws kernel::InputError when
// the file cannot be written.
void write_summary(const Summary& summary, const std::string& path);
// The same for a text of JSON.
void write_summary_text(const std::string& text, const std::string& path);

// Peak resident memory of this process.
double peak_memory_bytes();

}  // namespace smpi::launch
