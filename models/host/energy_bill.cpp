// SPDX-License-Identifier: BSD-3-Clause
//
// Accounts of hosts, the last one that of the network; one pending event for each tariff that
// changes.
#include "models/host/energy_bill.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "kernel/error.h"
#include "models/platform/power_properties.h"
#include "models/platform/units.h"

namespace smpi::models {
namespace {

using enum kernel::OptionKind;

constexpr double joules_per_kwh = 3.6e6;

constexpr const char* pue_key = "energy/pue";
constexpr const char* price_key = "energy/price";
constexpr const char* carbon_key = "energy/carbon";
constexpr const char* file_key = "energy/tariffs";
constexpr const char* start_key = "energy/tariffs-start";
constexpr const char* period_key = "energy/tariffs-period";

constexpr std::array<kernel::OptionSpec, 6> table = {{
    {pue_key, number, "1", "energy of the whole site for each joule of the machine"},
    {price_key, number, "0", "price of a kWh, unless a host has the property electricity_price"},
    {carbon_key, number, "0",
     "g of CO2 for a kWh, unless a host has the property carbon_intensity"},
    {file_key, text, "",
     "file of carbon intensities and prices over time: host_id,timestamp,carbon_intensity,price"},
    {start_key, text, "0", "when in that file the run starts, such as 8h"},
    {period_key, text, "0", "after which time that file starts again, such as 1d; 0: never"},
}};

// Throws InputError unless the option is at least that.
double number_of(const kernel::Options& options, const char* key, double least) {
  if (options.number(key) >= least) return options.number(key);
  throw kernel::InputError(fmt::format("option {} is at least {}", key, least),
                           {.text = options.text(key)});
}

double time_of(const kernel::Options& options, const char* key) {
  const double time_s =
      parse_quantity(options.text(key), Quantity::time_s, {.file = fmt::format("option {}", key)})
          .value;
  if (time_s >= 0) return time_s;
  throw kernel::InputError(fmt::format("option {} cannot be negative", key),
                           {.text = options.text(key)});
}

}  // namespace

std::span<const kernel::OptionSpec> EnergyBill::options() {
  return table;
}

EnergyBill::EnergyBill(kernel::Engine& engine, const Platform& platform, const Energy& energy,
                       const kernel::Options& options)
    : engine_(engine),
      platform_(platform),
      energy_(energy),
      pue_(number_of(options, pue_key, 1)),
      start_s_(time_of(options, start_key)),
      period_s_(time_of(options, period_key)) {
  standard_ = {.carbon_g = number_of(options, carbon_key, 0),
               .price = number_of(options, price_key, 0)};
  const std::string& path = options.text(file_key);
  if (!energy.is_measured() && path.empty()) return;
  has_carbon_ = standard_.carbon_g > 0;
  has_price_ = standard_.price > 0;
  if (has_carbon_ || has_price_) open_accounts();
  for (HostId host = 0; host < platform.hosts.count(); host++) {
    const HostTariff own =
        host_tariff(platform.hosts.properties[host], platform.hosts.name[host], no_place);
    if (!own.carbon_g && !own.price) continue;
    open_accounts();
    Account& account = accounts_[host];
    account.carbon_g = own.carbon_g.value_or(account.carbon_g);
    account.price = own.price.value_or(account.price);
    has_carbon_ = has_carbon_ || own.carbon_g.has_value();
    has_price_ = has_price_ || own.price.has_value();
  }
  if (!path.empty()) follow(path);
}

EnergyBill::~EnergyBill() {
  for (const Schedule& schedule : schedules_) {
    if (schedule.event != kernel::no_event) engine_.events().cancel(schedule.event);
  }
}

void EnergyBill::open_accounts() {
  if (accounts_.empty()) accounts_.assign(platform_.hosts.count() + 1, standard_);
}

void EnergyBill::follow(const std::string& path) {
  if (!energy_.is_measured()) {
    throw kernel::InputError(
        "no host and no link says what power it takes, and tariffs need that",
        {.file = path, .hint = "give hosts the property wattage_per_state (docs/energy.md)"});
  }
  open_accounts();
  const TariffFile file = read_tariff_file(path);
  std::vector<bool> has_own(accounts_.size());
  const auto add = [&](const TariffFile::Entry& entry, std::vector<std::uint32_t> accounts) {
    if (period_s_ > 0 && entry.points.back().time_s >= period_s_) {
      throw kernel::InputError(
          fmt::format("tariffs change after {} has passed", period_key),
          {.file = path, .line = entry.line, .text = format_time(entry.points.back().time_s)});
    }
    schedules_.push_back({.points = entry.points, .accounts = std::move(accounts)});
    start(static_cast<std::uint32_t>(schedules_.size() - 1));
  };
  for (const auto& [name, entry] : file.by_host) {
    for (const TariffPoint& point : entry.points) {
      has_carbon_ = has_carbon_ || point.carbon_g.has_value();
      has_price_ = has_price_ || point.price.has_value();
    }
    if (name == TariffFile::all_others) continue;
    const auto host = platform_.find_host(name);
    if (!host) {
      throw kernel::InputError("unknown host", {.file = path,
                                                .line = entry.line,
                                                .text = name,
                                                .hint = platform_.hosts.name.did_you_mean(name)});
    }
    has_own[*host] = true;
    add(entry, {*host});
  }
  const auto others = file.by_host.find(TariffFile::all_others);
  if (others == file.by_host.end()) return;
  std::vector<std::uint32_t> accounts;
  for (std::uint32_t account = 0; account < accounts_.size(); account++) {
    if (!has_own[account]) accounts.push_back(account);
  }
  add(others->second, std::move(accounts));
}

// Applies what holds now, and finds the first change after now.
void EnergyBill::start(std::uint32_t number) {
  Schedule& schedule = schedules_[number];
  const double time_s = start_s_ + engine_.now_s();
  if (period_s_ > 0) {
    schedule.cycle_s = period_s_ * std::floor(time_s / period_s_);
    // What the period before has left.
    for (const TariffPoint& point : schedule.points) apply(schedule, point);
  }
  while (schedule.next < schedule.points.size() &&
         schedule.cycle_s + schedule.points[schedule.next].time_s <= time_s) {
    apply(schedule, schedule.points[schedule.next++]);
  }
  schedule_next(number);
}

void EnergyBill::schedule_next(std::uint32_t number) {
  Schedule& schedule = schedules_[number];
  schedule.event = kernel::no_event;
  if (schedule.next == schedule.points.size()) {
    if (period_s_ == 0) return;
    schedule.next = 0;
    schedule.cycle_s += period_s_;
  }
  const double time_s = schedule.cycle_s + schedule.points[schedule.next].time_s - start_s_;
  schedule.event = engine_.events().schedule(
      time_s, kernel::Priority::resource,
      [](void* self, std::uint32_t argument) { static_cast<EnergyBill*>(self)->change(argument); },
      this, number);
  engine_.add_inert_event();
}

void EnergyBill::change(std::uint32_t number) {
  engine_.drop_inert_event();
  Schedule& schedule = schedules_[number];
  apply(schedule, schedule.points[schedule.next++]);
  schedule_next(number);
}

void EnergyBill::apply(const Schedule& schedule, const TariffPoint& point) {
  for (const std::uint32_t account : schedule.accounts) {
    bill(account);
    if (point.carbon_g) accounts_[account].carbon_g = *point.carbon_g;
    if (point.price) accounts_[account].price = *point.price;
  }
}

double EnergyBill::energy_j(std::size_t account) const {
  if (account < platform_.hosts.count()) {
    return energy_.host_energy_j(static_cast<HostId>(account));
  }
  return energy_.total_link_energy_j() + energy_.total_switch_energy_j() +
         energy_.total_card_energy_j();
}

void EnergyBill::bill(std::size_t account) {
  accounts_[account].billed = sum(account);
  accounts_[account].billed_j = energy_j(account);
}

EnergyBill::Sum EnergyBill::sum(std::size_t number) const {
  if (accounts_.empty()) return {};
  const Account& account = accounts_[number];
  const double kwh = (energy_j(number) - account.billed_j) / joules_per_kwh;
  return {.carbon_g = account.billed.carbon_g + kwh * account.carbon_g,
          .cost = account.billed.cost + kwh * account.price};
}

EnergyBill::Sum EnergyBill::host(HostId host) const {
  return sum(host);
}

EnergyBill::Sum EnergyBill::network() const {
  return sum(platform_.hosts.count());
}

EnergyBill::Sum EnergyBill::total() const {
  Sum total;
  for (std::size_t account = 0; account < accounts_.size(); account++) {
    const Sum part = sum(account);
    total.carbon_g += pue_ * part.carbon_g;
    total.cost += pue_ * part.cost;
  }
  return total;
}

double EnergyBill::carbon_intensity(HostId host) const {
  return accounts_.empty() ? standard_.carbon_g : accounts_[host].carbon_g;
}

void EnergyBill::set_carbon_intensity(HostId host, double carbon_g) {
  if (!energy_.is_measured()) return;
  open_accounts();
  bill(host);
  accounts_[host].carbon_g = carbon_g;
  has_carbon_ = true;
}

}  // namespace smpi::models
