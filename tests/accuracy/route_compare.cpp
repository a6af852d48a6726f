// SPDX-License-Identifier: BSD-3-Clause
//
// Compares our routes on a platform file with SimGrid's, as route_oracle prints them.
//
// Names of links differ inside clusters (ours say level and port, SimGrid's count), so links are
// compared by their role: over all routes of the platform there must be one one-to-one mapping from
// our links to SimGrid's that makes every route equal, link by link, with equal bandwidth, latency
// and policy. That fixes the topology, the routing and the sharing, not only the sums.
//
// usage: route_compare ORACLE PLATFORM [STRIDE]    exit status 0: equal, 1: different, 77: no
// oracle
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "kernel/error.h"
#include "models/platform/platform.h"
#include "models/readers/xml_platform.h"

namespace {

using namespace smpi::models;

struct OracleLink {
  double bandwidth_bytes_per_s;
  double latency_s;
  bool is_fatpipe;
};

class Comparison {
 public:
  explicit Comparison(const std::string& path)
      : platform_(read_platform_file(path)), theirs_by_ours_(platform_.links.count()) {}

  void compare_line(const std::string& line) {
    std::istringstream words(line);
    std::string kind;
    words >> kind;
    if (kind == "host") return compare_host(words);
    if (kind == "link") return read_link(words);
    if (kind == "route") return compare_route(words, line);
    if (kind == "noroute") return compare_missing(words, line);
    std::cout << line << '\n';
  }

  int finish() {
    if (host_count_ == 0) {
      fmt::print("SimGrid cannot read this platform\n");
      return 77;
    }
    if (host_count_ != platform_.hosts.count()) {
      complain(fmt::format("{} hosts, SimGrid has {}", platform_.hosts.count(), host_count_));
    }
    fmt::print("{} hosts, {} routes compared ({} of a host to itself by rule), {} differences\n",
               host_count_, route_count_, self_count_, difference_count_);
    return difference_count_ == 0 ? 0 : 1;
  }

 private:
  void complain(const std::string& text) {
    if (difference_count_++ < 20) fmt::print("DIFFERENT: {}\n", text);
  }

  static bool is_close(double a, double b) {
    return std::fabs(a - b) <= 1e-9 * std::fabs(b) + 1e-15;
  }

  void compare_host(std::istringstream& words) {
    std::string name;
    unsigned cores = 0;
    words >> name >> cores;
    host_count_++;
    const auto host = platform_.find_host(name);
    if (!host) return complain(fmt::format("host {} is not there", name));
    std::vector<double> speeds;
    for (double speed = 0; words >> speed;) speeds.push_back(speed);
    if (speeds != platform_.hosts.pstate_speed_flops[*host]) complain(name + ": other speeds");
    if (cores != platform_.hosts.core_count[*host]) complain(name + ": other number of cores");
  }

  void read_link(std::istringstream& words) {
    std::string name, policy;
    OracleLink link{};
    words >> name >> link.bandwidth_bytes_per_s >> link.latency_s >> policy;
    link.is_fatpipe = policy == "fatpipe";
    links_[name] = link;
  }

  // SimGrid's route without links and latency means that there is none: its models refuse it.
  void compare_missing(std::istringstream& words, const std::string& line) {
    std::string from, to;
    words >> from >> to;
    if (from == to) return;
    route_count_++;
    try {
      platform_.route(*platform_.find_host(from), *platform_.find_host(to), route_);
    } catch (const smpi::kernel::InputError&) {
      return;
    }
    complain(fmt::format("we have a route: {}", line));
  }

  void compare_route(std::istringstream& words, const std::string& line) {
    std::string from, to;
    double latency_s = 0;
    words >> from >> to >> latency_s;
    std::vector<std::string> theirs;
    for (std::string name; words >> name;) theirs.push_back(name);
    if (from != to && theirs.empty() && latency_s == 0) {
      words.clear();
      words.str(from + " " + to);
      return compare_missing(words, line);
    }
    route_count_++;
    platform_.route(*platform_.find_host(from), *platform_.find_host(to), route_);
    if (from == to && route_.links.empty() && !is_loopback(theirs)) {
      self_count_++;  // MODELS 9: without a loopback link, the model's built-in one
      return;
    }
    // SimGrid lists its built-in loopback where a bypass starts or ends at the host itself.
    std::erase(theirs, "__loopback__");
    if (route_.links.size() != theirs.size() || !is_close(route_.latency_s, latency_s)) {
      return complain(fmt::format("{}\n      ours: {}", line, ours()));
    }
    // SimGrid's Dijkstra lists the links of each hop backwards, which has no influence on times:
    // routes of the same names are compared in the order of the names.
    std::vector<std::string> their_names = theirs;
    std::sort(their_names.begin(), their_names.end());
    std::vector<LinkId> our_links = route_.links;
    std::sort(our_links.begin(), our_links.end(), [&](LinkId a, LinkId b) {
      return platform_.links.name[a] < platform_.links.name[b];
    });
    if (std::equal(our_links.begin(), our_links.end(), their_names.begin(),
                   [&](LinkId link, const std::string& name) {
                     return platform_.links.name[link] == name;
                   })) {
      route_.links = our_links;
      theirs = their_names;
    }
    for (std::size_t hop = 0; hop < theirs.size(); hop++) {
      if (!is_same(route_.links[hop], theirs[hop])) {
        return complain(fmt::format("link {} of {}\n      ours: {}", hop + 1, line, ours()));
      }
    }
  }

  bool is_loopback(const std::vector<std::string>& theirs) const {
    return theirs.size() == 1 && theirs[0] != "__loopback__" && links_.at(theirs[0]).is_fatpipe;
  }

  bool is_same(LinkId ours, const std::string& theirs) {
    std::string& mapped = theirs_by_ours_[ours];
    const auto [back, is_new] = ours_by_theirs_.emplace(theirs, ours);
    if (mapped.empty()) mapped = theirs;
    const OracleLink& link = links_.at(theirs);
    return mapped == theirs && back->second == ours &&
           is_close(platform_.links.bandwidth_bytes_per_s[ours], link.bandwidth_bytes_per_s) &&
           is_close(platform_.links.latency_s[ours], link.latency_s) &&
           (platform_.links.policy[ours] == SharingPolicy::fatpipe) == link.is_fatpipe;
  }

  std::string ours() const {
    std::string text = fmt::format("{:.17g}", route_.latency_s);
    for (const LinkId link : route_.links) {
      text += fmt::format(" {}(={})", platform_.links.name[link], theirs_by_ours_[link]);
    }
    return text;
  }

  Platform platform_;
  Route route_;
  std::map<std::string, OracleLink> links_;
  std::vector<std::string> theirs_by_ours_;
  std::map<std::string, LinkId> ours_by_theirs_;
  std::size_t host_count_ = 0;
  std::size_t route_count_ = 0;
  std::size_t self_count_ = 0;
  std::size_t difference_count_ = 0;
};

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 3) return 2;
  Comparison comparison(argv[2]);
  const std::string command =
      fmt::format("'{}' '{}' {} 2>&1", argv[1], argv[2], argc > 3 ? argv[3] : "1");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  char* line = nullptr;
  std::size_t size = 0;
  while (getline(&line, &size, pipe.get()) > 0) {
    std::string text(line);
    text.pop_back();
    comparison.compare_line(text);
  }
  std::free(line);
  return comparison.finish();
} catch (const std::exception& error) {
  fmt::print("{}\n", error.what());
  return 1;
}
