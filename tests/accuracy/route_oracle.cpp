// SPDX-License-Identifier: BSD-3-Clause
//
// The oracle of routes: prints what SimGrid makes of a platform file, in the format that
// route_compare reads. Built only where SimGrid is installed; never linked into the product.
//
//   host NAME CORES PSTATE_SPEED...
//   link NAME BANDWIDTH LATENCY POLICY
//   route SOURCE DESTINATION LATENCY LINK...
#include <simgrid/s4u.hpp>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

namespace sg = simgrid::s4u;

static void print_hosts(const std::vector<sg::Host*>& hosts) {
  for (const sg::Host* host : hosts) {
    std::printf("host %s %d", host->get_cname(), host->get_core_count());
    for (unsigned long state = 0; state < host->get_pstate_count(); state++) {
      std::printf(" %.17g", host->get_pstate_speed(state));
    }
    std::printf("\n");
  }
}

static void print_links(const std::vector<sg::Link*>& links) {
  for (const sg::Link* link : links) {
    std::printf(
        "link %s %.17g %.17g %s\n", link->get_cname(), link->get_bandwidth(), link->get_latency(),
        link->get_sharing_policy() == sg::Link::SharingPolicy::FATPIPE ? "fatpipe" : "shared");
  }
}

static void print_route(const sg::Host* from, const sg::Host* to) {
  std::vector<sg::Link*> links;
  double latency_s = 0;
  try {
    from->route_to(to, links, &latency_s);
  } catch (const std::exception&) {
    std::printf("noroute %s %s\n", from->get_cname(), to->get_cname());
    return;
  }
  std::printf("route %s %s %.17g", from->get_cname(), to->get_cname(), latency_s);
  for (const sg::Link* link : links) std::printf(" %s", link->get_cname());
  std::printf("\n");
}

// Usage: route_oracle PLATFORM.xml [STRIDE]: every STRIDE-th source to all destinations.
int main(int argc, char** argv) {
  sg::Engine engine(&argc, argv);
  if (argc < 2) return 2;
  const std::size_t stride = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  engine.load_platform(argv[1]);
  engine.seal_platform();
  const std::vector<sg::Host*> hosts = engine.get_all_hosts();
  print_hosts(hosts);
  print_links(engine.get_all_links());
  for (std::size_t source = 0; source < hosts.size(); source += stride) {
    for (const sg::Host* destination : hosts) print_route(hosts[source], destination);
  }
  return 0;
}
