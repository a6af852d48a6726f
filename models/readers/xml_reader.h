// SPDX-License-Identifier: BSD-3-Clause
//
// From checked elements to a platform, in two passes: first everything that has a name (zones,
// hosts, links, clusters), in document order because SimGrid breaks ties of routes by it; then the
// routes, which may name anything. A file with wrong declarations is refused before its routes are
// looked at, so that one mistake does not produce a message for every route.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/platform/platform.h"
#include "models/platform/zone.h"
#include "models/readers/profile.h"
#include "models/readers/xml_document.h"
#include "models/topology/cluster.h"
#include "models/zones/star.h"
#include "models/zones/table.h"
#include "models/zones/vivaldi.h"

namespace smpi::models {

class PlatformReader {
 public:
  PlatformReader(const std::string& path, std::vector<std::string> include_folders);
  Platform read();

 private:
  // Zones and what is not a resource (platform_xml.cpp).
  void read_children(const Element& parent, std::uint32_t zone);
  void read_child(const Element& element, std::uint32_t zone);
  void read_zone(const Element& element, std::uint32_t parent);
  void read_include(const Element& element, std::uint32_t zone);
  void read_config(const Element& element);
  void read_trace(const Element& element);
  void connect_trace(const Element& element);
  static void check_version(const Element& root);
  void check_root(const Element& element, std::uint32_t parent) const;
  void check_subzone(const Element& element, std::uint32_t parent) const;

  // Hosts, links and clusters (platform_xml_resources.cpp).
  void read_host(const Element& element, std::uint32_t zone);
  void read_disk(const Element& element, HostId host);
  void read_router(const Element& element, std::uint32_t zone);
  void read_link(const Element& element);
  void read_cluster(const Element& element, std::uint32_t zone);
  void read_cabinet(const Element& element, std::uint32_t zone);
  void read_peer(const Element& element, std::uint32_t zone);
  void read_backbone(const Element& element, std::uint32_t zone);
  void read_host_link(const Element& element, std::uint32_t zone);
  void place(const Element& element, std::uint32_t zone, PointId point);
  static Coordinates coordinates(const Element& element);
  void place_sites();
  void read_host_profiles(const Element& element, HostId host);
  void read_profile(const Element& element, const char* attribute,
                    Platform::TimedProfile::Target target, std::uint32_t id);
  static const Topology* topology_of(const Element& element);
  void read_cluster_options(const Element& element, ClusterSpec& spec);
  // The zone of a cabinet, backbone, host_link or peer. Throws InputError for other kinds.
  StarZone& star(const Element& element, std::uint32_t zone) const;
  LinkId add_link(const Element& element, const std::string& name, LinkFigures figures,
                  SharingPolicy policy, const Properties& properties = {});
  // Two links of one; returns the first, that is the upward one.
  LinkId add_split_link(const Element& element, const std::string& name, LinkFigures up,
                        LinkFigures down, const Properties& properties = {});
  void check_new_point(const Element& element, std::string_view name) const;
  LinkKind link_kind(const Element& element, LinkKind otherwise);

  // Values.
  double quantity_of(const Element& element, std::string_view text, Quantity kind);
  double bandwidth(const Element& element, const char* attribute);
  double latency(const Element& element, const char* attribute);
  std::vector<double> speeds(const Element& element);
  static std::uint32_t cores(const Element& element);
  static std::vector<std::uint32_t> radicals(const Element& element);
  static Properties properties(const Element& element);
  void warn(const Element& element, const std::string& message);
  // The path of a file that the platform file names.
  std::string resolve(const Element& element, const char* attribute) const;

  // Properties, those of power checked (xml_power.cpp).
  Properties host_properties(const Element& element, std::string_view owner,
                             const std::vector<double>& speed_flops, std::uint32_t core_count);
  Properties link_properties(const Element& element, std::string_view owner, bool is_split);
  // The properties of a cluster's hosts; those of its cables and switches go to the description.
  Properties cluster_properties(const Element& element, ClusterSpec& spec);
  Properties check_host_power(const Element& element, std::string_view owner, Properties given,
                              std::size_t pstate_count, std::uint32_t core_count,
                              std::span<const std::string_view> known);
  void warn_of_power(const Element& element, const Properties& properties,
                     std::span<const std::string_view> known);

  // Routes (platform_xml_routes.cpp).
  struct PendingRoute {
    Element element;
    std::uint32_t zone;
  };
  struct Ends {
    std::uint32_t zone;
    PointId from, to;
    Gateways gateways;
  };
  void read_route(const PendingRoute& route);
  void read_bypass(const PendingRoute& route);
  Ends ends(const PendingRoute& route) const;
  PointId point(const Element& element, const char* attribute) const;
  PointId gateway(const Element& element, const char* attribute, PointId end) const;
  bool is_inside(PointId point, PointId zone) const;
  // The links of a route and of the way back.
  struct Links {
    std::vector<LinkId> forth, back;
  };
  Links route_links(const Element& element) const;
  LinkId link_named(const Element& element, std::string_view name) const;
  std::vector<LinkId> links_of(const Element& element, std::string_view name) const;

  static constexpr std::size_t unit_warnings_shown = 10;

  Platform platform_;
  Problems problems_;
  std::vector<std::unique_ptr<XmlFile>> files_;
  std::vector<std::string> include_folders_;
  std::vector<std::string> including_;  // paths of the files being read, outermost first
  std::vector<PendingRoute> routes_;
  std::vector<PendingRoute> host_links_;
  std::vector<Element> trace_connects_;
  NameTable split_names_;  // of SPLITDUPLEX links, without _UP and _DOWN
  std::vector<LinkId> split_up_;
  std::map<std::string, Profile, std::less<>> traces_;         // by id
  std::map<std::string, Profile, std::less<>> profile_files_;  // by path
  std::map<PointId, Coordinates> coordinates_;                 // of points outside of Vivaldi zones
  std::size_t unit_warning_count_ = 0;
};

}  // namespace smpi::models
