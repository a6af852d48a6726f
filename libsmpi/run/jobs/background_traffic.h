// SPDX-License-Identifier: BSD-3-Clause
//
// Traffic of others: messages between hosts that no program sends, which take their share of the
// links, or their mean use taken off the capacities of the links (fluid).
//
// Each host sends messages of one size so often that they take the load's share of its cable, the
// first link of its ways. What the load makes of each link is computed before the run: traffic that
// a link cannot carry would pile up for ever, and is refused.
//
// Traffic without an end would hide a deadlock of the programs. When nothing is left but traffic,
// it stops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "kernel/event_queue.h"
#include "libsmpi/run/jobs/job_file.h"

namespace smpi {
class Simulation;
}

namespace smpi::jobs {

class BackgroundTraffic {
 public:
  // Schedules all that happens. `traffic` stays where it is. Throws InputError for hosts without a
  // route, and for more traffic than a link carries.
  BackgroundTraffic(Simulation& simulation, const std::vector<Traffic>& traffic,
                    std::uint64_t seed);
  ~BackgroundTraffic();

  std::uint64_t message_count() const { return message_count_; }
  double message_bytes() const { return message_bytes_; }

 private:
  struct Source;  // a host of one traffic that sends
  struct Fluid;   // the use of links by one traffic

  void add_sources(std::uint32_t number, const Traffic& traffic);
  void add_fluid(const Traffic& traffic);
  std::vector<double> use_of_links(const Traffic& traffic) const;
  void check_links(const std::vector<double>& use, const Traffic& latest) const;
  double cable_bytes_per_s(models::HostId from, models::HostId to) const;
  void schedule(Source& source);
  void send(Source& source);
  void change_links(const Fluid& fluid, double sign);
  void schedule_event(double time_s, kernel::Priority priority, kernel::EventHandler handler,
                      std::uint32_t argument);
  bool is_pointless();
  bool is_all_there_is() const;
  static void send_now(void* traffic, std::uint32_t source);
  static void begin_fluid(void* traffic, std::uint32_t fluid);
  static void end_fluid(void* traffic, std::uint32_t fluid);

  Simulation& simulation_;
  std::uint64_t seed_;
  std::vector<std::unique_ptr<Source>> sources_;
  std::vector<Fluid> fluids_;
  std::uint64_t message_count_ = 0;
  double message_bytes_ = 0;
  std::size_t flow_count_ = 0;            // in progress
  std::size_t pending_count_ = 0;         // events of ours
  std::size_t messages_until_check_ = 0;  // whether anything else goes on
  double alone_since_s_ = -1;             // negative: something else went on at the last check
  bool is_stopped_ = false;
};

}  // namespace smpi::jobs
