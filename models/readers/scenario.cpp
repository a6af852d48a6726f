// SPDX-License-Identifier: BSD-3-Clause
//
// A scenario becomes profiles that ProfilePlayer plays: an event or a noise is a factor per target,
// so that several of them, and trace files, go together.
#include "models/readers/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "kernel/error.h"
#include "kernel/random_stream.h"
#include "models/readers/scenario_targets.h"
#include "models/readers/toml_file.h"

namespace smpi::models {
namespace {

using Target = Platform::TimedProfile::Target;
using Kind = ScenarioTargets::Kind;
using Parts = ScenarioTargets::Parts;
using Ids = ScenarioTargets::Ids;
using Drawn = Profile::DrawnPoint;

constexpr Law off{Law::Kind::fixed, 0, 0};
constexpr Law on{Law::Kind::fixed, 1, 0};

class ScenarioReader {
 public:
  ScenarioReader(const std::string& path, Platform& platform, std::uint64_t seed)
      : file_(path), platform_(platform), seed_(seed), targets_(file_, platform, seed) {}

  std::optional<Restart> read() {
    static constexpr std::array<std::string_view, 5> known = {"event", "slow", "noise", "failures",
                                                              "restart"};
    file_.check_keys(file_.root(), known);
    std::optional<Restart> restart;
    if (const toml::node* node = file_.root().get("restart")) {
      restart = read_restart(file_.table(*node, "restart"));
    }
    for_each("event", [&](const toml::table& table) { read_event(table); });
    for (const Return& each : returns_) end_failure(each);
    if (replace_s_) replace_failed_hosts();
    for_each("slow", [&](const toml::table& table) { read_slow(table); });
    for_each("noise", [&](const toml::table& table) { read_noise(table); });
    if (const toml::node* node = file_.root().get("failures")) {
      read_failures(file_.table(*node, "failures"));
    }
    return restart;
  }

 private:
  struct Part {
    Target target;
    std::uint32_t id;
    Kind kind;
    std::uint32_t actor;
    auto operator<=>(const Part&) const = default;
  };
  // An `on` or `boot`, which ends an `off` that has no end of its own.
  struct Return {
    const toml::table* event;
    Part part;
    double at_s;
  };

  template <typename Reader>
  void for_each(std::string_view key, const Reader& read_one) {
    const toml::node* node = file_.root().get(key);
    if (node == nullptr) return;
    for (const toml::node& one : file_.array(*node, fmt::format("[[{}]]", key))) {
      read_one(file_.table(one, fmt::format("[[{}]]", key)));
    }
  }

  // ---- events

  void read_event(const toml::table& event) {
    static constexpr std::array<std::string_view, 7> known = {"at",     "for",    "what",    "name",
                                                              "action", "pstate", "duration"};
    file_.check_keys(event, known);
    const toml::node& what_node =
        file_.required(event, "what", "an [[event]]", R"(what = "link", or "host")");
    const std::string what = file_.text(what_node, "what");
    const auto& kind_names = ScenarioTargets::kind_names;
    const auto found = std::find(kind_names.begin(), kind_names.end(), what);
    if (found == kind_names.end()) {
      file_.refuse(what_node, "unknown kind of target", what,
                   kernel::did_you_mean(what, kind_names, "host, link, switch or group"));
    }
    const auto kind = static_cast<Kind>(found - kind_names.begin());
    const double at_s = time_of(file_.required(event, "at", "an [[event]]", R"(at = "10s")"), "at");
    std::optional<double> end_s;
    if (const toml::node* node = event.get("for")) {
      end_s = at_s + time_of(*node, "for");
      if (*end_s <= at_s) file_.refuse(*node, "an event lasts longer than 0 s", "for");
    }
    const toml::node& name = file_.required(event, "name", "an [[event]]", R"(name = "host-3")");
    const std::vector<Parts> targets = targets_.parts_of(kind, name);
    const toml::node& action = file_.required(event, "action", "an [[event]]", R"(action = "off")");
    for (const Parts& parts : targets) act(event, action, kind, parts, at_s, end_s);
  }

  void act(const toml::table& event, const toml::node& node, Kind kind, const Parts& parts,
           double at_s, std::optional<double> end_s) {
    const std::string action = file_.text(node, "action");
    const bool is_transition = action == "boot" || action == "shutdown";
    for (const std::string_view key : {"pstate", "duration"}) {
      if (!is_transition && event.contains(key)) {
        file_.refuse(*event.get(key), "only boot and shutdown have this key", std::string(key));
      }
    }
    if (end_s && (is_transition || action == "on")) {
      file_.refuse(*event.get("for"), fmt::format("`{}` lasts until the next event", action),
                   "for");
    }
    if (is_transition) return transition(event, node, kind, parts.hosts, at_s, action == "boot");
    if (action == "off") {
      for_each_state(kind, parts, [&](const Part& part) { switch_off(part, at_s, end_s); });
    } else if (action == "on") {
      for_each_state(kind, parts, [&](const Part& part) {
        returns_.push_back({&event, part, at_s});
      });
    } else if (action.starts_with("pstate=")) {
      change_pstate(node, kind, parts.hosts, at_s, end_s);
    } else {
      scale(node, action, kind, parts, at_s, end_s);
    }
  }

  template <typename Visit>
  static void for_each_state(Kind kind, const Parts& parts, const Visit& visit) {
    for (const HostId id : parts.hosts) visit({Target::host_state, id, kind, parts.actor});
    for (const std::uint32_t id : parts.switches) {
      visit({Target::switch_state, id, kind, parts.actor});
    }
    for (const LinkId id : parts.links) visit({Target::link_state, id, kind, parts.actor});
  }

  void switch_off(const Part& part, double at_s, std::optional<double> end_s) {
    std::vector<Profile::Point> points = {{at_s, 0}};
    if (end_s) {
      points.push_back({*end_s, 1});
    } else {
      open_failures_.insert({part, platform_.profiles.size()});
    }
    add_factor(part.target, part.id, std::move(points));
  }

  std::string_view name_of(const Part& part) const {
    if (part.target == Target::host_state) return platform_.hosts.name[part.id];
    if (part.target == Target::link_state) return platform_.links.name[part.id];
    return platform_.switches.name[part.id];
  }

  void end_failure(const Return& end) {
    const auto [first, last] = open_failures_.equal_range(end.part);
    bool found = false;
    for (auto each = first; each != last; ++each) {
      auto& points = platform_.profiles[each->second].profile.points;
      if (points.size() > 1 || points.front().time_s >= end.at_s) continue;
      points.push_back({end.at_s, 1});
      found = true;
    }
    if (found) return;
    file_.refuse(*end.event, "this is not off at that time", std::string(name_of(end.part)),
                 "`on` and `boot` end an `off` or `shutdown` that has no `for`");
  }

  // "KEY*FACTOR".
  void scale(const toml::node& node, const std::string& action, Kind kind, const Parts& parts,
             double at_s, std::optional<double> end_s) {
    const std::size_t star = action.find('*');
    const std::string_view key = std::string_view(action).substr(0, star);
    const std::string_view digits =
        star == std::string::npos ? "" : std::string_view(action).substr(star + 1);
    const std::optional<Target> target = scaled(key, kind);
    if (!target || star == std::string::npos) refuse_action(node, action, key, kind);
    double factor = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), factor);
    if (error != std::errc() || end != digits.data() + digits.size() || !std::isfinite(factor) ||
        factor <= 0) {
      file_.refuse(node, "a factor is a number above 0", action, "`off` turns something off");
    }
    for (const std::uint32_t id :
         *target == Target::host_availability ? parts.hosts : parts.links) {
      std::vector<Profile::Point> points = {{at_s, factor}};
      if (end_s) points.push_back({*end_s, 1});
      add_factor(*target, id, std::move(points));
    }
  }

  // The actions of events on each kind of target.
  static std::vector<std::string_view> actions_on(Kind kind) {
    if (kind == Kind::host) return {"off", "on", "speed", "pstate", "boot", "shutdown"};
    if (kind == Kind::group) return {"off", "on", "speed", "bandwidth", "latency"};
    return {"off", "on", "bandwidth", "latency"};
  }

  [[noreturn]] void refuse_action(const toml::node& node, const std::string& action,
                                  std::string_view key, Kind kind) const {
    const std::vector<std::string_view> actions = actions_on(kind);
    std::string all;
    for (const std::string_view each : actions) {
      all += fmt::format("{}{}{}", all.empty() ? "" : ", ", each,
                         each == "pstate"                 ? "=NUMBER"
                         : scaled(each, kind).has_value() ? "*FACTOR"
                                                          : "");
    }
    file_.refuse(node, fmt::format("unknown action on a {}", ScenarioTargets::name_of(kind)),
                 action, kernel::did_you_mean(key, actions, all));
  }

  static std::optional<Target> scaled(std::string_view key, Kind kind) {
    if (key == "speed" && (kind == Kind::host || kind == Kind::group)) {
      return Target::host_availability;
    }
    if (kind == Kind::host) return std::nullopt;
    if (key == "bandwidth") return Target::link_bandwidth;
    if (key == "latency") return Target::link_latency;
    return std::nullopt;
  }

  void change_pstate(const toml::node& node, Kind kind, const Ids& ids, double at_s,
                     std::optional<double> end_s) {
    const std::string action = file_.text(node, "action");
    if (kind != Kind::host) file_.refuse(node, "only hosts have pstates", action);
    const std::string_view digits = std::string_view(action).substr(action.find('=') + 1);
    std::uint32_t pstate = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), pstate);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      file_.refuse(node, "a pstate is a number from 0 on", action);
    }
    for (const std::uint32_t id : ids) {
      require_pstate(node, id, pstate);
      std::vector<Profile::Point> points = {{at_s, static_cast<double>(pstate)}};
      if (end_s) points.push_back({*end_s, static_cast<double>(platform_.hosts.pstate[id])});
      platform_.profiles.push_back({Target::host_pstate, id, {std::move(points)}});
    }
  }

  void require_pstate(const toml::node& node, HostId host, std::uint64_t pstate) const {
    const std::size_t count = platform_.hosts.pstate_speed_flops[host].size();
    if (pstate < count) return;
    file_.refuse(node,
                 fmt::format("host {} has pstates 0 to {}", platform_.hosts.name[host], count - 1),
                 std::to_string(pstate));
  }

  // A host that boots or shuts down is in a pstate of its own for a while.
  void transition(const toml::table& event, const toml::node& node, Kind kind, const Ids& ids,
                  double at_s, bool is_boot) {
    const std::string action = file_.text(node, "action");
    if (kind != Kind::host) file_.refuse(node, "only hosts boot and shut down", action);
    const toml::node& pstate_node =
        file_.required(event, "pstate", fmt::format("`{}`", action), "pstate = 1");
    const std::uint64_t pstate =
        file_.whole(pstate_node, "pstate", 0, std::numeric_limits<std::uint32_t>::max());
    const double end_s =
        at_s + time_of(file_.required(event, "duration", fmt::format("`{}`", action),
                                      R"(duration = "150s")"),
                       "duration");
    for (const std::uint32_t id : ids) {
      require_pstate(pstate_node, id, pstate);
      std::vector<Profile::Point> points = {{at_s, static_cast<double>(pstate)}};
      if (is_boot) points.push_back({end_s, static_cast<double>(platform_.hosts.pstate[id])});
      platform_.profiles.push_back({Target::host_pstate, id, {std::move(points)}});
      if (is_boot) {
        returns_.push_back({&event, {Target::host_state, id, Kind::host, 0}, at_s});
      } else {
        switch_off({Target::host_state, id, Kind::host, 0}, end_s, std::nullopt);
      }
    }
  }

  // ---- slow hosts, noise, failures

  void read_slow(const toml::table& slow) {
    static constexpr std::array<std::string_view, 3> known = {"hosts", "factor", "from"};
    file_.check_keys(slow, known);
    const toml::node& factor_node = file_.required(slow, "factor", "a [[slow]]", "factor = 0.9");
    const double factor = file_.number(factor_node, "factor");
    if (!std::isfinite(factor) || factor <= 0) {
      file_.refuse(factor_node, "a factor is a number above 0", fmt::format("{}", factor));
    }
    const toml::node* from = slow.get("from");
    const double from_s = from == nullptr ? 0 : time_of(*from, "from");
    for (const std::uint32_t id : targets_.hosts_of(
             file_.required(slow, "hosts", "a [[slow]]", R"(hosts = "random:0.1")"))) {
      add_factor(Target::host_availability, id, {{from_s, factor}});
    }
  }

  void read_noise(const toml::table& noise) {
    static constexpr std::array<std::string_view, 6> known = {"kind",  "period", "duration",
                                                              "phase", "rate",   "hosts"};
    file_.check_keys(noise, known);
    const toml::node& kind_node =
        file_.required(noise, "kind", "a [[noise]]", R"(kind = "periodic", or "poisson")");
    const std::string kind = file_.text(kind_node, "kind");
    const std::string name = fmt::format("noise/{}", noise_count_++);
    const Ids hosts = chosen_hosts(noise);
    if (kind == "periodic") {
      refuse_key(noise, "rate", "only `poisson` has a rate");
      add_periodic(noise, hosts, name);
    } else if (kind == "poisson") {
      refuse_key(noise, "period", "only `periodic` has a period");
      refuse_key(noise, "phase", "only `periodic` has a phase");
      add_poisson(noise, hosts, name);
    } else {
      static constexpr std::array<std::string_view, 2> kinds = {"periodic", "poisson"};
      file_.refuse(kind_node, "unknown kind of noise", kind,
                   kernel::did_you_mean(kind, kinds, "periodic or poisson"));
    }
  }

  void add_periodic(const toml::table& noise, const Ids& hosts, const std::string& name) {
    const toml::node& period_node =
        file_.required(noise, "period", "a periodic [[noise]]", R"(period = "10ms")");
    const double period_s = time_of(period_node, "period");
    const toml::node& duration_node =
        file_.required(noise, "duration", "a [[noise]]", R"(duration = "100us")");
    const double duration_s = time_of(duration_node, "duration");
    if (!(duration_s > 0 && duration_s < period_s)) {
      file_.refuse(duration_node, "a duration is above 0 and below the period",
                   fmt::format("{} s of {} s", duration_s, period_s));
    }
    const toml::node* phase = noise.get("phase");
    const bool is_random = phase == nullptr || phase->value<std::string>() == "random";
    const double given_s = is_random ? 0 : time_of(*phase, "phase");
    kernel::RandomStream stream = kernel::named_stream(seed_, name);
    for (const std::uint32_t id : hosts) {
      const double phase_s = is_random ? period_s * stream.uniform() : given_s;
      add_factor(Target::host_availability, id, {{phase_s, 0}, {phase_s + duration_s, 1}},
                 period_s);
    }
  }

  void add_poisson(const toml::table& noise, const Ids& hosts, const std::string& name) {
    const toml::node& rate_node =
        file_.required(noise, "rate", "a poisson [[noise]]", "rate = 100, per second");
    const double rate = file_.number(rate_node, "rate");
    if (!std::isfinite(rate) || rate <= 0) {
      file_.refuse(rate_node, "a rate is a number above 0", fmt::format("{}", rate));
    }
    const toml::node& duration_node =
        file_.required(noise, "duration", "a [[noise]]", R"(duration = "exponential:1ms")");
    const Law duration = law_of(duration_node, "duration");
    if (rate * duration.mean() >= 1) {
      file_.refuse(duration_node, "this noise leaves no time to compute",
                   fmt::format("{} a second of {} s each", rate, duration.mean()),
                   "rate x duration is the share of time that hosts lose: below 1");
    }
    add_drawn(Target::host_availability, hosts, name, {{Law::Kind::exponential, rate, 0}, off},
              Drawn{duration, on, rate});
  }

  void read_failures(const toml::table& failures) {
    static constexpr std::array<std::string_view, 4> known = {"mtbf_node", "distribution", "repair",
                                                              "hosts"};
    file_.check_keys(failures, known);
    const toml::node& mtbf_node =
        file_.required(failures, "mtbf_node", "[failures]", R"(mtbf_node = "8760h")");
    const double mean_s = time_of(mtbf_node, "mtbf_node");
    if (mean_s <= 0) file_.refuse(mtbf_node, "a mean time is above 0 s", "mtbf_node");
    Law delay{Law::Kind::exponential, 1 / mean_s, 0};
    if (const toml::node* node = failures.get("distribution")) {
      delay = shaped_law(*node, mean_s);
    }
    std::optional<Drawn> repair;
    if (const toml::node* node = failures.get("repair")) {
      repair = Drawn{law_of(*node, "repair"), on};
    } else if (replace_s_) {
      repair = Drawn{{Law::Kind::fixed, *replace_s_, 0}, on};
    }
    add_drawn(Target::host_state, chosen_hosts(failures), "failures", {delay, off}, repair);
  }

  // ---- restart

  Restart read_restart(const toml::table& table) {
    static constexpr std::array<std::string_view, 5> known = {"delay", "replace", "spares",
                                                              "folder", "vain"};
    file_.check_keys(table, known);
    Restart restart{.line = TomlFile::line_of(table)};
    if (const toml::node* node = table.get("delay")) restart.delay_s = time_of(*node, "delay");
    if (const toml::node* node = table.get("replace")) {
      replace_s_ = time_of(*node, "replace");
      if (*replace_s_ <= 0) file_.refuse(*node, "a time above 0 s is needed", "replace");
    }
    if (const toml::node* node = table.get("spares")) {
      restart.spares = targets_.hosts_in_order(*node);
    }
    if (const toml::node* node = table.get("folder")) {
      restart.folder = file_.text(*node, "folder");
      if (restart.folder.empty()) file_.refuse(*node, "a folder has a name", "folder");
    }
    if (const toml::node* node = table.get("vain")) {
      restart.vain_max = file_.whole(*node, "vain", 1, 1'000'000);
    }
    return restart;
  }

  // Those that nothing else brings back.
  void replace_failed_hosts() {
    for (const auto& [part, profile] : open_failures_) {
      auto& points = platform_.profiles[profile].profile.points;
      if (part.target != Target::host_state || points.size() > 1) continue;
      points.push_back({points.front().time_s + *replace_s_, 1});
    }
  }

  // ---- parts

  // "exponential", "weibull:SHAPE" or "lognormal:SIGMA", each of mean `mean_s`.
  Law shaped_law(const toml::node& node, double mean_s) const {
    struct Shape {
      std::string_view prefix;
      Law::Kind kind;
      double least, most;
      std::string_view limits, example;
    };
    static constexpr std::array<Shape, 2> shapes = {{
        {"weibull:", Law::Kind::weibull, 0.1, 100, "a shape is a number from 0.1 to 100",
         "weibull:0.7"},
        {"lognormal:", Law::Kind::lognormal, 0.01, 5, "a deviation is a number from 0.01 to 5",
         "lognormal:1.2"},
    }};
    const std::string text = file_.text(node, "distribution");
    for (const Shape& shape : shapes) {
      if (!text.starts_with(shape.prefix)) continue;
      double number = 0;
      const char* const last = text.data() + text.size();
      const auto [end, error] = std::from_chars(text.data() + shape.prefix.size(), last, number);
      if (error != std::errc() || end != last || !(number >= shape.least && number <= shape.most)) {
        file_.refuse(node, std::string(shape.limits), text, std::string(shape.example));
      }
      const double mean_of_first_1 = Law{shape.kind, 1, number}.mean();
      return {shape.kind, mean_s / mean_of_first_1, number};
    }
    if (text != "exponential") {
      file_.refuse(node, "unknown distribution", text,
                   "exponential, weibull:SHAPE or lognormal:SIGMA");
    }
    return {Law::Kind::exponential, 1 / mean_s, 0};
  }

  // A time, or "exponential:MEAN".
  Law law_of(const toml::node& node, std::string_view what) const {
    constexpr std::string_view prefix = "exponential:";
    const auto text = node.value<std::string>();
    if (!text || !text->starts_with(prefix)) {
      const double fixed_s = time_of(node, what);
      if (fixed_s <= 0) file_.refuse(node, "a time above 0 s is needed", std::string(what));
      return {Law::Kind::fixed, fixed_s, 0};
    }
    const kernel::InputError::Where where{
        .file = file_.path(), .line = TomlFile::line_of(node), .text = *text};
    const double mean_s =
        parse_quantity(std::string_view(*text).substr(prefix.size()), Quantity::time_s, where)
            .value;
    if (mean_s <= 0) file_.refuse(node, "a mean time is above 0 s", *text);
    return {Law::Kind::exponential, 1 / mean_s, 0};
  }

  double time_of(const toml::node& node, std::string_view what) const {
    return file_.quantity(node, what, Quantity::time_s);
  }

  void refuse_key(const toml::table& table, std::string_view key, const std::string& why) const {
    if (const toml::node* node = table.get(key)) file_.refuse(*node, why, std::string(key));
  }

  Ids chosen_hosts(const toml::table& table) {
    const toml::node* node = table.get("hosts");
    return node == nullptr ? targets_.all_hosts() : targets_.hosts_of(*node);
  }

  void add_factor(Target target, std::uint32_t id, std::vector<Profile::Point> points,
                  double period_s = 0) {
    platform_.profiles.push_back({target, id, {std::move(points), period_s}, true});
  }

  // Off after `delay`, on again after `repair`, and so on; without a repair it stays off.
  void add_drawn(Target target, const Ids& ids, const std::string& name, const Drawn& end,
                 const std::optional<Drawn>& begin_again) {
    Profile profile;
    profile.drawn.push_back(end);
    if (begin_again) profile.drawn.push_back(*begin_again);
    profile.repeats = begin_again.has_value();
    profile.stream = name;
    for (const std::uint32_t id : ids) platform_.profiles.push_back({target, id, profile, true});
  }

  TomlFile file_;
  Platform& platform_;
  std::uint64_t seed_;
  ScenarioTargets targets_;
  std::multimap<Part, std::size_t> open_failures_;  // profiles
  std::vector<Return> returns_;
  std::uint32_t noise_count_ = 0;
  std::optional<double> replace_s_;  // of [restart]
};

}  // namespace

std::optional<Restart> add_scenario(const std::string& path, Platform& platform,
                                    std::uint64_t seed) {
  return ScenarioReader(path, platform, seed).read();
}

}  // namespace smpi::models
