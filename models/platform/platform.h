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
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/platform/ids.h"
#include "models/platform/law.h"
#include "models/platform/tables.h"
#include "models/platform/wiring.h"

namespace smpi::models {

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

// A change of an availability, bandwidth, latency or state over time (a trace file, a scenario).
struct Profile {
  struct Point {
    double time_s;
    double value;
  };
  std::vector<Point> points;
  double period_s = 0;  // 0: it does not repeat

  // Of stochastic profiles, which have no points: each is a delay since the point before it, and a
  // value.
  struct DrawnPoint {
    Law delay;
    Law value;
    double arrivals_per_s = 0;  // above 0: the delay is a busy time (law.h)
  };
  std::vector<DrawnPoint> drawn = {};
  bool repeats = false;     // the drawn points come again, with other numbers,
  double pause_s = 0;       // so long after the last one
  std::string stream = {};  // names their random numbers; each target draws its own
};

struct HostTable {
  NameTable name;
  std::vector<std::uint32_t> core_count;
  std::vector<std::uint32_t> pstate;                     // index of the current one
  SharedColumn<std::vector<double>> pstate_speed_flops;  // of one core, for each pstate
  std::vector<double> availability;                      // 1 = full speed
  std::vector<std::uint8_t> is_on;
  SharedColumn<Properties> properties;

  std::size_t count() const { return name.size(); }
  double speed_flops(HostId host) const {
    return pstate_speed_flops[host][pstate[host]] * availability[host];
  }
};

struct LinkTable {
  NameTable name;
  std::vector<double> bandwidth_bytes_per_s;
  std::vector<double> latency_s;
  std::vector<SharingPolicy> policy;
  std::vector<std::uint8_t> is_on;
  SharedColumn<Properties> properties;

  std::size_t count() const { return name.size(); }
};

// A disk of a host: what MPI-IO on local files costs.
struct Disk {
  std::string name;
  HostId host;
  double read_bytes_per_s;
  double write_bytes_per_s;
  Properties properties;
};

class Zone;  // a routing zone; zone.h

// Something that routes start and end at: a host, a router or a whole zone. The kind is in the two
// top bits, the index in the others, so that a HostId is its own PointId.
using PointId = std::uint32_t;
inline constexpr PointId router_bit = 0x40000000U;
inline constexpr PointId zone_bit = 0x80000000U;

// Where a point is: its zone, and its index among the children of that zone.
struct Place {
  std::uint32_t zone = no_id;
  std::uint32_t local = no_id;
};

class Platform {
 public:
  Platform();
  ~Platform();
  Platform(Platform&&) noexcept;
  Platform& operator=(Platform&&) noexcept;

  HostTable hosts;
  LinkTable links;
  SwitchTable switches;
  std::vector<Cable> cables;     // of clusters, in the order of their links
  std::vector<LinkId> limiters;  // inside hosts and switches of clusters: no cables
  std::vector<Disk> disks;
  struct TimedProfile {
    enum class Target : std::uint8_t {
      host_availability,
      host_state,
      link_bandwidth,
      link_latency,
      link_state,
      host_pstate,
      switch_state,
    };
    Target target;
    std::uint32_t id;  // of the host, link or switch
    Profile profile;
    // Values multiply what the platform, a trace file and other factors say; a state is off while
    // one of its factors is 0. Trace files have no factors: their values are what holds.
    bool is_factor = false;
  };
  std::vector<TimedProfile> profiles;
  double profiles_start_s = 0;  // their time when the run starts; what came before has happened
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
  // `choice`, below path_count(), picks one of several ways; 0 is the way that is always taken when
  // nothing chooses.
  void route(HostId from, HostId to, Route& route, std::uint32_t choice = 0) const;
  // The same; false instead of an error.
  bool find_route(HostId from, HostId to, Route& route, std::uint32_t choice = 0) const;
  // The number of ways from one host to another that routing may choose among; at least 1.
  std::uint32_t path_count(HostId from, HostId to) const;
  // Throws one InputError that lists the missing routes among these hosts (at most ten of them). To
  // be called before a run, so that route() cannot fail during it. Cheap: of clusters and other
  // zones where every way exists, one host is looked at.
  void require_routes(std::span<const HostId> used_hosts) const;

  // How readers fill a platform. Names are unique over hosts, routers and zones, and over links:
  // the caller has to check with has_point() and find_link().
  HostId add_host(std::string_view name, std::vector<double> pstate_speed_flops,
                  std::uint32_t core_count, const Properties& properties = {});
  LinkId add_link(std::string_view name, double bandwidth_bytes_per_s, double latency_s,
                  SharingPolicy policy, const Properties& properties = {});
  PointId add_router(std::string_view name);
  // Returns its index.
  std::uint32_t add_switch(std::string_view name, const Properties& properties = {});
  // Adds a zone below `parent` (no_id for the root, which must come first); returns its index.
  std::uint32_t add_zone(std::unique_ptr<Zone> zone, std::uint32_t parent);
  // Makes a host or router a child of a zone; returns its local index there.
  std::uint32_t place(PointId point, std::uint32_t zone);
  // To be called once, when everything is there.
  void seal();

  // The tree of zones: the root is the first. Points by name, names and places by point.
  std::vector<std::unique_ptr<Zone>> zones;
  std::optional<PointId> find_point(std::string_view name) const;
  std::string_view point_name(PointId point) const;
  Place place_of(PointId point) const;

 private:
  std::vector<Place> host_places_;
  std::vector<Place> router_places_;
  NameTable router_names_;
  std::map<std::string, PointId, std::less<>> zone_by_name_;
  bool has_bypass_ = false;
};

}  // namespace smpi::models
