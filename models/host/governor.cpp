// SPDX-License-Identifier: BSD-3-Clause
//
// One event for all governors that look at the same times. Looks wake nobody, so they hide no
// deadlock (Engine::add_inert_event).
#include "models/host/governor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include "kernel/error.h"

namespace smpi::models {
namespace {

using enum kernel::OptionKind;

constexpr const char* switch_key = "plugin/dvfs";
constexpr const char* governor_key = "plugin/dvfs/governor";
constexpr const char* period_key = "plugin/dvfs/sampling-rate";
constexpr const char* fastest_key = "plugin/dvfs/min-pstate";
constexpr const char* slowest_key = "plugin/dvfs/max-pstate";

constexpr std::array<kernel::OptionSpec, 5> table = {{
    {switch_key, boolean, "no",
     "governors choose the pstates of hosts (docs/energy.md); yes with any other option of them"},
    {governor_key, text, "performance",
     "performance, powersave, ondemand, conservative or adagio; a host may have a property of this "
     "name"},
    {period_key, number, "0.1", "seconds between two looks of a governor at the load of its host"},
    {fastest_key, number, "0", "the fastest pstate that governors choose"},
    {slowest_key, number, "-1", "the slowest pstate that governors choose; -1: the last one"},
}};

// As Linux has them, for loads in cores.
constexpr double load_of_faster = 0.8;
constexpr double load_of_slower = 0.2;

constexpr std::array<std::string_view, 5> names = {"performance", "powersave", "ondemand",
                                                   "conservative", "adagio"};

// A property of a host where it has one, else an option.
struct Source {
  const Platform& platform;
  const kernel::Options& options;
  HostId host;

  const std::string* property(const char* key) const {
    const Properties& properties = platform.hosts.properties[host];
    const auto found = properties.find(key);
    return found == properties.end() ? nullptr : &found->second;
  }
  std::string text(const char* key) const {
    const std::string* const own = property(key);
    return own == nullptr ? options.text(key) : *own;
  }
  double number(const char* key) const {
    const std::string* const own = property(key);
    if (own == nullptr) return options.number(key);
    double value = 0;
    const auto [end, error] = std::from_chars(own->data(), own->data() + own->size(), value);
    if (error != std::errc() || end != own->data() + own->size() || !std::isfinite(value)) {
      refuse(key, "is not a number", "");
    }
    return value;
  }
  [[noreturn]] void refuse(const char* key, const std::string& problem,
                           const std::string& hint) const {
    const bool is_own = property(key) != nullptr;
    throw kernel::InputError(
        is_own ? fmt::format("property {} of {} {}", key, platform.hosts.name[host], problem)
               : fmt::format("option {} {}, for host {}", key, problem, platform.hosts.name[host]),
        {.file = is_own ? platform.source : "", .text = text(key), .hint = hint});
  }
};

std::string lower(std::string text) {
  for (char& letter : text) letter = static_cast<char>(std::tolower(letter));
  return text;
}

}  // namespace

std::span<const kernel::OptionSpec> Governors::options() {
  return table;
}

bool Governors::are_wanted(const kernel::Options& options) {
  return options.boolean(switch_key) || lower(options.text(governor_key)) != names.front() ||
         options.number(period_key) != 0.1;
}

const char* Governors::unused_property(const Platform& platform) {
  const Properties* before = nullptr;  // hosts that are alike share theirs
  for (HostId host = 0; host < platform.hosts.count(); host++) {
    const Properties& properties = platform.hosts.properties[host];
    if (&properties == std::exchange(before, &properties)) continue;
    for (const char* key : {governor_key, period_key, fastest_key, slowest_key}) {
      if (properties.contains(key)) return key;
    }
  }
  return nullptr;
}

Governors::Governors(kernel::Engine& engine, Platform& platform, Cpu& cpu, HostLoads& loads,
                     const kernel::Options& options)
    : engine_(engine), platform_(platform), cpu_(cpu), loads_(loads) {
  for (HostId host = 0; host < platform.hosts.count(); host++) {
    const Governor governor = make(host, options);
    const Source source{platform, options, host};
    const double period_s = source.number(period_key);
    if (!(period_s > 0)) source.refuse(period_key, "needs seconds above 0", "such as 0.1");
    if (governor.kind == Kind::adagio) {
      if (adagio_ == nullptr) adagio_ = std::make_unique<Adagio>(engine, platform, cpu, loads);
      adagio_->add(host, governor.fastest, governor.slowest);
    } else {
      add(governor, period_s);
    }
  }
  for (std::uint32_t round = 0; round < rounds_.size(); round++) schedule(round);
}

Governors::~Governors() {
  for (const Round& round : rounds_) engine_.events().cancel(round.event);
}

Governors::Governor Governors::make(HostId host, const kernel::Options& options) const {
  const Source source{platform_, options, host};
  const std::string name = lower(source.text(governor_key));
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) {
    source.refuse(governor_key, "is not a governor",
                  kernel::did_you_mean(name, names, fmt::format("{}", fmt::join(names, " "))));
  }
  const auto last = static_cast<std::uint32_t>(platform_.hosts.pstate_speed_flops[host].size() - 1);
  const auto pstate = [&](const char* key) {
    const double value = source.number(key);
    if (key == slowest_key && value == -1) return last;
    if (!(value >= 0 && value <= last) || value != std::floor(value)) {
      source.refuse(key, "is not a pstate of the host", fmt::format("0 to {}", last));
    }
    return static_cast<std::uint32_t>(value);
  };
  const Governor governor{host, static_cast<Kind>(found - names.begin()), pstate(fastest_key),
                          pstate(slowest_key)};
  if (governor.fastest > governor.slowest) {
    source.refuse(fastest_key, fmt::format("is above {}", slowest_key), "pstate 0 is the fastest");
  }
  return governor;
}

void Governors::add(const Governor& governor, double period_s) {
  auto round = std::ranges::find(rounds_, period_s, &Round::period_s);
  if (round == rounds_.end()) {
    rounds_.push_back({.period_s = period_s, .governors = {}});
    round = std::prev(rounds_.end());
  }
  round->governors.push_back(governor);
}

// As a process that sleeps between two looks: the times add up.
void Governors::schedule(std::uint32_t round) {
  rounds_[round].event = engine_.events().schedule(
      engine_.now_s() + rounds_[round].period_s, kernel::Priority::timer,
      [](void* self, std::uint32_t number) { static_cast<Governors*>(self)->look(number); }, this,
      round);
  engine_.add_inert_event();
}

void Governors::look(std::uint32_t round) {
  engine_.drop_inert_event();
  for (const Governor& governor : rounds_[round].governors) update(governor);
  schedule(round);
}

void Governors::update(const Governor& governor) {
  const HostId host = governor.host;
  const std::uint32_t now = platform_.hosts.pstate[host];
  std::uint32_t next = now;
  if (governor.kind == Kind::performance) {
    next = governor.fastest;
  } else if (governor.kind == Kind::powersave) {
    next = governor.slowest;
  } else {
    const double load = platform_.hosts.core_count[host] * loads_.average(host);
    loads_.reset(host);
    if (governor.kind == Kind::ondemand) {
      next = load > load_of_faster ? governor.fastest : governor.slowest;
    } else if (load > load_of_faster && now > governor.fastest) {
      next = now - 1;
    } else if (load < load_of_slower && now < governor.slowest) {
      next = now + 1;
    }
  }
  if (next != now) cpu_.set_pstate(host, next);
}

}  // namespace smpi::models
