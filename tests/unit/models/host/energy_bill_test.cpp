// SPDX-License-Identifier: BSD-3-Clause
//
// Hosts that take 3.6 kW, a kWh each 1,000 s, whatever they do, and links that take nothing
// (MODELS 8.10).
#include "models/host/energy_bill.h"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>

#include "kernel/error.h"
#include "models/readers/short_platform.h"

namespace smpi::models {
namespace {

struct EnergyBillTest : testing::Test {
  EnergyBillTest() {
    platform = make_short_platform(
        "star:2", {.host_speed = "1Gf", .link = "1GBps,0us", .core_count = 1, .loopback = ""});
    for (HostId host = 0; host < 2; host++) {
      platform.hosts.properties.edit(host) = {{"wattage_per_state", "3600:3600"}};
    }
    options.declare(Network::options());
    options.declare(EnergyBill::options());
  }
  std::string write(const std::string& text) {
    std::string path = testing::TempDir() + "tariffs.csv";
    std::ofstream(path) << text;
    return path;
  }
  void make(const std::string& settings) {
    options.set_from_argument(settings);
    cpu = std::make_unique<Cpu>(engine, platform, options);
    network = Network::make(engine, platform, options);
    energy = std::make_unique<Energy>(engine, platform, *cpu, *network);
    bill = std::make_unique<EnergyBill>(engine, platform, *energy, options);
  }
  void run_until(double time_s) {
    engine.spawn([this, time_s] { engine.sleep(time_s); }, nullptr);
    engine.run();
  }

  kernel::Engine engine;
  Platform platform;
  kernel::Options options;
  std::unique_ptr<Cpu> cpu;
  std::unique_ptr<Network> network;
  std::unique_ptr<Energy> energy;
  std::unique_ptr<EnergyBill> bill;
};

// 2 kWh each: 2 x 30 g and 2 x 0.5, and by the options 2 x 100 g and 2 x 0.2; the site doubles
// them.
TEST_F(EnergyBillTest, PropertiesCountMoreThanOptions) {
  platform.hosts.properties.edit(0) = {
      {"wattage_per_state", "3600:3600"}, {"carbon_intensity", "30"}, {"electricity_price", "0.5"}};
  make("energy/carbon:100 energy/price:0.2 energy/pue:2");
  run_until(2000);
  EXPECT_NEAR(bill->host(0).carbon_g, 60, 1e-9);
  EXPECT_NEAR(bill->host(0).cost, 1, 1e-9);
  EXPECT_NEAR(bill->host(1).carbon_g, 200, 1e-9);
  EXPECT_NEAR(bill->total().carbon_g, 520, 1e-9);
  EXPECT_NEAR(bill->total().cost, 2 * 1.4, 1e-9);
}

// Host 0: 500 s at 10 g, 1,000 s at 30 g, 500 s at 20 g. The other one: 2,000 s at 5 g.
TEST_F(EnergyBillTest, TariffsChangeWhenTheFileSays) {
  make("energy/carbon:10 energy/tariffs:" + write("host_id,timestamp,carbon_intensity\nhost-0,1500,"
                                                  "20\nhost-0,500,30\n# a comment\n\n*,0,5\n"));
  run_until(2000);
  EXPECT_NEAR(bill->host(0).carbon_g, 0.5 * 10 + 1 * 30 + 0.5 * 20, 1e-9);
  EXPECT_NEAR(bill->host(1).carbon_g, 10, 1e-9);
  EXPECT_TRUE(bill->has_carbon());
  EXPECT_FALSE(bill->has_price());
}

// The file is 1,000 s long: 100 from 0 on, 300 from 400 on. The run starts at 700 s: 300 s at 300,
// then 400 at 100 and 600 at 300 in turn, until 2,000 s after its start.
TEST_F(EnergyBillTest, TheFileStartsAgainAndTheRunWithinIt) {
  make("energy/tariffs-start:700 energy/tariffs-period:1000s energy/tariffs:" +
       write("timestamp,price,host_id\n0,100,*\n400,300,*\n"));
  run_until(2000);
  const double wanted = 0.3 * 300 + 0.4 * 100 + 0.6 * 300 + 0.4 * 100 + 0.3 * 300;
  EXPECT_NEAR(bill->host(0).cost, wanted, 1e-9);
  EXPECT_NEAR(bill->total().cost, 2 * wanted, 1e-9);
}

// The first change is after the start: until then what the day before has left holds.
TEST_F(EnergyBillTest, BeforeTheFirstLineOfADayThatOfTheDayBeforeHolds) {
  make("energy/carbon:7 energy/tariffs-period:1000s energy/tariffs:" +
       write("host_id,timestamp,carbon_intensity\n*,600,50\n*,200,90\n"));
  run_until(1000);
  EXPECT_NEAR(bill->host(1).carbon_g, 0.2 * 50 + 0.4 * 90 + 0.4 * 50, 1e-9);
}

TEST_F(EnergyBillTest, AnIntensityThatIsSetHoldsFromThenOn) {
  make("energy/carbon:10");
  engine.spawn(
      [&] {
        engine.sleep(500);
        bill->set_carbon_intensity(0, 100);
        engine.sleep(500);
      },
      nullptr);
  engine.run();
  EXPECT_NEAR(bill->host(0).carbon_g, 5 + 50, 1e-9);
  EXPECT_EQ(bill->carbon_intensity(0), 100);
  EXPECT_EQ(bill->carbon_intensity(1), 10);
}

TEST_F(EnergyBillTest, ADeadlockStaysOne) {
  make("energy/tariffs-period:1d energy/tariffs:" +
       write("host_id,timestamp,carbon_intensity\n*,0,50\n*,10,90\n"));
  engine.spawn([&] { engine.block(); }, nullptr);
  EXPECT_EQ(engine.run(), kernel::RunEnd::deadlock);
  EXPECT_EQ(engine.now_s(), 0);
}

TEST_F(EnergyBillTest, WrongFilesAreRefused) {
  const std::string header = "host_id,timestamp,carbon_intensity,price\n";
  for (const std::string& text :
       {std::string("host_id,timestamp\n*,0\n"), std::string("host_id,time,price\n*,0,1\n"),
        std::string("host_id,timestamp,price,price\n*,0,1,1\n"), header, header + "*,0,1\n",
        header + "*,0,,\n", header + "*,-1,1,1\n", header + "*,0,-1,1\n", header + "*,0,lots,1\n",
        header + ",0,1,1\n", header + "nobody,0,1,1\n", std::string()}) {
    options = {};
    options.declare(Network::options());
    options.declare(EnergyBill::options());
    EXPECT_THROW(make("energy/tariffs:" + write(text)), kernel::InputError) << text;
  }
}

TEST_F(EnergyBillTest, TariffsWithoutMetersAreRefused) {
  for (HostId host = 0; host < 2; host++) platform.hosts.properties.edit(host) = {};
  EXPECT_THROW(make("energy/tariffs:" + write("host_id,timestamp,price\n*,0,1\n")),
               kernel::InputError);
  options = {};
  options.declare(Network::options());
  options.declare(EnergyBill::options());
  make("energy/carbon:100");
  run_until(1);
  EXPECT_EQ(bill->total().carbon_g, 0);
}

}  // namespace
}  // namespace smpi::models
