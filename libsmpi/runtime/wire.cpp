// SPDX-License-Identifier: BSD-3-Clause
//
// From a shipment to a flow of the network model.
#include "libsmpi/runtime/wire.h"

#include <memory>
#include <string>
#include <utility>

#include "libsmpi/runtime/simulation.h"
#include "models/network/network.h"

namespace smpi {
namespace {

void end_run(Simulation& simulation, std::string problem) {
  EarlyEnd end{.why = EarlyEnd::Why::aborted, .exit_status = 2, .report = std::move(problem)};
  if (simulation.engine.current() != nullptr) simulation.end_early(std::move(end));
  simulation.early_end = std::move(end);
  simulation.engine.stop();
}

void start_flow(Simulation& simulation, const Shipment& shipment) {
  const Transfer& transfer = shipment.transfer;
  if (transfer.sender == transfer.receiver) {
    shipment.done(shipment.owner, shipment.argument);
    return;
  }
  std::string problem;
  try {
    simulation.network.start({.source = transfer.source,
                              .destination = transfer.destination,
                              .size_bytes = static_cast<double>(transfer.size_bytes),
                              .done = shipment.done,
                              .owner = shipment.owner,
                              .argument = shipment.argument});
    return;
  } catch (const kernel::InputError& error) {
    problem = error.what();
  }
  end_run(simulation, std::move(problem));  // outside the handler: it may switch
}

// Stands between the network and who waits for the end, while somebody watches.
struct Watched {
  Simulation& simulation;
  Shipment shipment;
};

void watched_done(void* argument, std::uint32_t) {
  const std::unique_ptr<Watched> watched(static_cast<Watched*>(argument));
  const Shipment& shipment = watched->shipment;
  watched->simulation.observers.tell(
      [&](Observer& observer) { observer.end_flow(shipment.transfer); });
  shipment.done(shipment.owner, shipment.argument);
}

void ship_observed(Simulation& simulation, Shipment shipment) {
  shipment.transfer.number = simulation.observers.next_transfer();
  simulation.observers.tell([&](Observer& observer) { observer.start_flow(shipment.transfer); });
  Shipment seen = shipment;
  seen.done = watched_done;
  seen.owner = new Watched{simulation, shipment};
  seen.argument = 0;
  start_flow(simulation, seen);
}

}  // namespace

void ship(Simulation& simulation, const Shipment& shipment) {
  if (shipment.counted_for != nullptr) {
    RankCounters& counters = shipment.counted_for->counters;
    counters.messages++;
    counters.bytes += static_cast<double>(shipment.transfer.size_bytes);
  }
  if (simulation.observers.any()) [[unlikely]] {
    ship_observed(simulation, shipment);
  } else {
    start_flow(simulation, shipment);
  }
}

}  // namespace smpi
