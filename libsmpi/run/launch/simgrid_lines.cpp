// SPDX-License-Identifier: BSD-3-Clause
//
// "[time] [plug-in/INFO] what", with six digits as SimGrid prints them.
#include "libsmpi/run/launch/simgrid_lines.h"

#include <fmt/format.h>

#include <iterator>

#include "libsmpi/cost/modeled/machine_state.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/run/launch/energy_summary.h"

namespace smpi::launch {
namespace {

class Writer {
 public:
  explicit Writer(const Simulation& simulation)
      : simulation_(simulation),
        energy_(simulation.machine->energy()),
        summary_(summarize_energy(simulation).value_or(EnergySummary{})) {}

  void write_hosts() {
    line("host_energy",
         fmt::format("Total energy consumption: {:.6f} Joules (used hosts: {:.6f} Joules; "
                     "unused/idle hosts: {:.6f})",
                     summary_.hosts_j, summary_.used_hosts_j,
                     summary_.hosts_j - summary_.used_hosts_j));
    const models::HostTable& hosts = simulation_.platform.hosts;
    for (models::HostId host = 0; host < hosts.count(); host++) {
      if (!energy_.is_host_measured(host)) continue;
      line("host_energy", fmt::format("Energy consumption of host {}: {:.6f} Joules",
                                      hosts.name[host], energy_.host_energy_j(host)));
    }
  }

  void write_links() {
    line("link_energy", fmt::format("Total energy over all links: {:.6f}", summary_.links_j));
    const models::LinkTable& links = simulation_.platform.links;
    for (models::LinkId link = 0; link < links.count(); link++) {
      if (!energy_.is_link_measured(link)) continue;
      line("link_energy", fmt::format("Energy consumption of link '{}': {:.6f} Joules",
                                      links.name[link], energy_.link_energy_j(link)));
    }
  }

  void write_carbon() {
    const models::HostTable& hosts = simulation_.platform.hosts;
    for (models::HostId host = 0; host < hosts.count(); host++) {
      if (!energy_.is_host_measured(host)) continue;
      line("host_carbon_footprint",
           fmt::format("Carbon emitted by host {}: {:.6f} g", hosts.name[host],
                       simulation_.machine->bill().host(host).carbon_g));
    }
  }

  const std::string& text() const { return text_; }

 private:
  void line(const char* plugin, const std::string& what) {
    fmt::format_to(std::back_inserter(text_), "[{:.6f}] [{}/INFO] {}\n", simulation_.engine.now_s(),
                   plugin, what);
  }

  const Simulation& simulation_;
  const models::Energy& energy_;
  EnergySummary summary_;
  std::string text_;
};

}  // namespace

std::string simgrid_lines(const Simulation& simulation, const SimgridLines& wanted) {
  Writer writer(simulation);
  if (wanted.hosts) writer.write_hosts();
  if (wanted.links) writer.write_links();
  if (wanted.carbon) writer.write_carbon();
  return writer.text();
}

}  // namespace smpi::launch
