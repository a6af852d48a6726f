// SPDX-License-Identifier: BSD-3-Clause
//
// What the energy of a run emits and costs (MODELS 8.10): grams of CO2 and money, of each host and
// of the network. A host has a carbon intensity and a price of a kWh: its properties
// `carbon_intensity` and `electricity_price`, else the options `energy/carbon` and `energy/price`;
// the network has those of the options. A file (readers/tariff_file.h) says how they change.
//
// Energy is integrated exactly, and so is this: where a tariff changes, what was taken since the
// last change is billed. A tariff that never changes costs nothing during the run.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernel/engine.h"
#include "kernel/options.h"
#include "models/host/energy.h"
#include "models/platform/platform.h"
#include "models/readers/tariff_file.h"

namespace smpi::models {

class EnergyBill {
 public:
  static std::span<const kernel::OptionSpec> options();

  // All must outlive this object. Throws InputError for options, properties and files that are
  // malformed or name hosts that the platform has not. REQUIRES: the engine's time is 0.
  EnergyBill(kernel::Engine& engine, const Platform& platform, const Energy& energy,
             const kernel::Options& options);
  ~EnergyBill();
  EnergyBill(const EnergyBill&) = delete;
  EnergyBill& operator=(const EnergyBill&) = delete;

  struct Sum {
    double carbon_g = 0;
    double cost = 0;
  };
  // Until now, as the meters count: without what the site adds. Nothing where nothing is measured.
  Sum host(HostId host) const;
  Sum network() const;
  // Of everything, with what the site adds (energy/pue).
  Sum total() const;
  double pue() const { return pue_; }
  // Does anything say what electricity emits, or costs?
  bool has_carbon() const { return has_carbon_; }
  bool has_price() const { return has_price_; }

  // g of CO2 per kWh of a host, now and from now on.
  double carbon_intensity(HostId host) const;
  void set_carbon_intensity(HostId host, double carbon_g);
  // Tariffs change as this file says from now on, too.
  void follow(const std::string& path);

 private:
  // What a host, or the network, has to pay now, and what it has paid for.
  struct Account {
    double carbon_g = 0;  // per kWh
    double price = 0;     // of a kWh
    double billed_j = 0;
    Sum billed = {};
  };
  // Changes of a tariff, and the next of them.
  struct Schedule {
    std::vector<TariffPoint> points;
    std::vector<std::uint32_t> accounts;  // hosts; the number of hosts: the network
    std::size_t next = 0;                 // in points
    double cycle_s = 0;                   // when the trace began that `next` is in
    kernel::EventId event = kernel::no_event;
  };

  void open_accounts();
  double energy_j(std::size_t account) const;
  Sum sum(std::size_t account) const;
  void bill(std::size_t account);
  void apply(const Schedule& schedule, const TariffPoint& point);
  void start(std::uint32_t number);
  void schedule_next(std::uint32_t number);
  void change(std::uint32_t number);

  kernel::Engine& engine_;
  const Platform& platform_;
  const Energy& energy_;
  double pue_;
  double start_s_;   // of the run, in the time of the file
  double period_s_;  // after which the file starts again; 0: never
  bool has_carbon_ = false;
  bool has_price_ = false;
  Account standard_;
  std::vector<Account> accounts_;  // of each host, then of the network; none: nobody is billed
  std::vector<Schedule> schedules_;
};

}  // namespace smpi::models
