// SPDX-License-Identifier: BSD-3-Clause
//
// The machine: hosts, links and how to get from one host to another.
//
// Hosts and links are structs of arrays named by 32-bit ids; a full-duplex link is two directed
// ones. Routes of clusters are computed from the topology into the caller's buffer, O(hops) and
// never stored for all pairs. Filled by the platform file reader (platform_xml) or from a short
// description (platform_short), then sealed and constant but for bandwidth, latency, speed and
// state, which trace files may change during a run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace smpi::models {

using HostId = std::uint32_t;
using LinkId = std::uint32_t;
inline constexpr std::uint32_t no_id = 0xffffffffU;

// How the flows on a link share it (MODELS 2). A SPLITDUPLEX link is two `shared` ones.
enum class SharingPolicy : std::uint8_t { shared, fatpipe };

// A caller-owned buffer; links in the order they are crossed, source to destination.
struct Route {
  std::vector<LinkId> links;
  double latency_s = 0;  // raw: sum of the links' latencies, plus coordinates in Vivaldi zones

  void clear() {
    links.clear();
    latency_s = 0;
  }
};

using Properties = std::map<std::string, std::string, std::less<>>;

// A change of an availability, bandwidth, latency or state over time (a trace file).
struct Profile {
  struct Point {
    double time_s;
    double value;
  };
  std::vector<Point> points;
  double period_s = 0;  // 0: it does not repeat
};

struct HostTable {
  std::vector<std::string> name;
  std::vector<std::uint32_t> core_count;
  std::vector<std::uint32_t> pstate;                     // index of the current one
  std::vector<std::vector<double>> pstate_speed_flops;   // of one core, for each pstate
  std::vector<double> availability;                      // 1 = full speed
  std::vector<std::uint8_t> is_on;
  std::vector<Properties> properties;

  std::size_t count() const { return name.size(); }
  double speed_flops(HostId host) const {
    return pstate_speed_flops[host][pstate[host]] * availability[host];
  }
};

struct LinkTable {
  std::vector<std::string> name;
  std::vector<double> bandwidth_bytes_per_s;
  std::vector<double> latency_s;
  std::vector<SharingPolicy> policy;
  std::vector<std::uint8_t> is_on;
  std::vector<Properties> properties;

  std::size_t count() const { return name.size(); }
};

class Zone;  // a routing zone; platform_zone.h

class Platform {
 public:
  Platform();
  ~Platform();
  Platform(Platform&&) noexcept;
  Platform& operator=(Platform&&) noexcept;

  HostTable hosts;
  LinkTable links;
  struct TimedProfile {
    enum class Target : std::uint8_t { host_availability, host_state, link_bandwidth,
                                       link_latency, link_state };
    Target target;
    std::uint32_t id;  // of the host or link
    Profile profile;
  };
  std::vector<TimedProfile> profiles;
  // <config> options of the platform file: key, value, line.
  struct Config {
    std::string key, value;
    int line;
  };
  std::vector<Config> config;
  std::vector<std::string> warnings;  // such as quantities without a unit
  std::string source;                 // file name or short description, for reports

  std::optional<HostId> find_host(std::string_view name) const;
  std::optional<LinkId> find_link(std::string_view name) const;

  // The route from one host to another, including the loopback link of a host to itself when the
  // platform has one (else empty: the network model has a built-in one). Throws InputError when the
  // platform has no route between the two. `route` is cleared first.
  void route(HostId source, HostId destination, Route& route) const;

  std::unique_ptr<Zone> root;  // owns the tree of zones
  // Name look-up, filled by the readers through add_host and add_link.
  HostId add_host(std::string name, std::vector<double> pstate_speed_flops,
                  std::uint32_t core_count);
  LinkId add_link(std::string name, double bandwidth_bytes_per_s, double latency_s,
                  SharingPolicy policy);

 private:
  std::map<std::string, HostId, std::less<>> host_by_name_;
  std::map<std::string, LinkId, std::less<>> link_by_name_;
};

// Reads a platform file of SimGrid's version 4 or 4.1. Throws InputError with file and line.
Platform read_platform_file(const std::string& path);

// The flags that go with a short description.
struct ShortPlatformOptions {
  std::string host_speed = "1Gf";      // of one core
  std::string link = "10Gbps,24us";    // bandwidth and latency of every link
  std::uint32_t core_count = 1;
  std::string loopback;                // bandwidth and latency; empty: the model's built-in
};
// Makes a platform from "fat-tree:2;16,32;1,16;1,1", "star:64", "torus:8x8x8" or
// "dragonfly:4,3;4,2;8,1;2". Hosts are host-0, host-1, ... Throws InputError.
Platform make_short_platform(std::string_view description, const ShortPlatformOptions& options);

// What smpirun --describe-platform prints: hosts, links, diameter, bisection bandwidth where a
// formula exists, and the route between two hosts when both are named.
std::string describe_platform(const Platform& platform, std::string_view from = {},
                              std::string_view to = {});

}  // namespace smpi::models
