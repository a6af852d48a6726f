// SPDX-License-Identifier: BSD-3-Clause
//
// What a scenario acts on, by name: hosts, links, switches with their cables, and groups of all of
// these.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/platform/platform.h"
#include "models/readers/toml_fwd.h"

namespace smpi::models {

class ScenarioTargets {
 public:
  using Ids = std::vector<std::uint32_t>;
  enum class Kind : std::uint8_t { host, link, switches, group };
  static constexpr std::array<std::string_view, 4> kind_names = {"host", "link", "switch", "group"};
  static std::string_view name_of(Kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

  // What an event acts on. Switches and groups, each one by itself, act on parts that others may
  // act on, too: a part is off while one of them says so.
  struct Parts {
    std::uint32_t actor = 0;  // number of the switch or group, from 1 on
    Ids hosts = {};
    Ids links = {};
    Ids switches = {};
  };

  // Both must outlive this object. `seed` draws random shares.
  ScenarioTargets(const TomlFile& file, const Platform& platform, std::uint64_t seed)
      : file_(file), platform_(platform), seed_(seed) {}

  // All take a name, a list of names, "all" or "random:SHARE", and throw InputError for others.
  Ids hosts_of(const toml::node& node);
  // The same, in the order of a list, each part of which may be any of these.
  Ids hosts_in_order(const toml::node& node);
  Ids all_hosts() const { return all(platform_.hosts.count()); }
  std::vector<Parts> parts_of(Kind kind, const toml::node& name);

 private:
  Ids links_of(const toml::node& node);
  std::vector<Parts> parts_of_switches(const toml::node& node);
  std::vector<Parts> parts_of_groups(const toml::node& node);
  template <typename IsMeant>
  void add_cables(const IsMeant& is_meant, Ids& links) const;
  std::vector<Ids> find_cables() const;
  template <typename AddNamed>
  Ids targets_of(const toml::node& node, std::size_t count, const AddNamed& add_named);
  Ids random_share(const toml::node& node, const std::string& text, std::size_t count,
                   const std::string& digits);
  static Ids all(std::size_t count);

  const TomlFile& file_;
  const Platform& platform_;
  std::uint64_t seed_;
  std::uint32_t share_count_ = 0;
};

}  // namespace smpi::models
