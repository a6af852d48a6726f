// SPDX-License-Identifier: BSD-3-Clause
//
// Shipments that somebody watches, or that cannot start.
#include "libsmpi/ranks/runtime/wire.h"

#include <memory>
#include <utility>

#include "models/network/measured.h"
#include "models/network/scaled_flows.h"

namespace smpi {
namespace {

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

// A shipment in two parts. Two flows, one after the other on the same way: what they share with
// others is what one flow would have.
struct Parts {
  Simulation& simulation;
  Shipment whole;
  double first_share;
  kernel::EventHandler first_done;
  void* owner;
};

void start_part(Parts& parts, const models::FlowScale& scale, kernel::EventHandler done) {
  Shipment part = parts.whole;
  part.done = done;
  part.owner = &parts;
  start_flow_by(parts.simulation, part, [&](const models::FlowRequest& request) {
    models::start_scaled(parts.simulation.network, request, scale);
  });
}

void last_part_done(void* argument, std::uint32_t) {
  const std::unique_ptr<Parts> parts(static_cast<Parts*>(argument));
  parts->whole.done(parts->whole.owner, parts->whole.argument);
}

void first_part_done(void* argument, std::uint32_t) {
  Parts& parts = *static_cast<Parts*>(argument);
  parts.first_done(parts.owner, parts.whole.argument);
  start_part(parts, {.latency_factor = 0, .byte_factor = 1 - parts.first_share}, last_part_done);
}

// A flow that failed, or the whole that it was a part of.
models::Network::FailedFlow end_parts(const models::Network::FailedFlow& flow) {
  if (flow.done != first_part_done && flow.done != last_part_done) return flow;
  const std::unique_ptr<Parts> parts(static_cast<Parts*>(flow.owner));
  return {parts->whole.done, parts->whole.owner, parts->whole.argument, flow.link};
}

}  // namespace

FlowEnd end_behind(FlowEnd flow) {
  if (flow.done == first_part_done || flow.done == last_part_done) {
    const Shipment& whole = static_cast<Parts*>(flow.owner)->whole;
    flow = {whole.done, whole.owner};
  }
  if (flow.done != watched_done) return flow;
  const Shipment& shipment = static_cast<Watched*>(flow.owner)->shipment;
  return {shipment.done, shipment.owner};
}

models::Network::FailedFlow end_watching(const models::Network::FailedFlow& failed) {
  const models::Network::FailedFlow flow = end_parts(failed);
  if (flow.done != watched_done) return flow;
  const std::unique_ptr<Watched> watched(static_cast<Watched*>(flow.owner));
  const Shipment& shipment = watched->shipment;
  watched->simulation.observers.tell(
      [&](Observer& observer) { observer.end_flow(shipment.transfer); });
  return {shipment.done, shipment.owner, shipment.argument, flow.link};
}

void end_without_route(Simulation& simulation, std::string problem) {
  EarlyEnd end{.why = EarlyEnd::Why::aborted, .exit_status = 2, .report = std::move(problem)};
  if (simulation.engine.current() != nullptr) simulation.end_early(std::move(end));
  simulation.early_end = std::move(end);
  simulation.engine.stop();
}

namespace {

// `start` takes a shipment.
template <class Start>
void tell_and_start(Simulation& simulation, Shipment shipment, Start&& start) {
  if (models::MeasuredNetwork* measured = models::measured(simulation.network)) {
    const Rank* sender = shipment.transfer.sender;
    const bool is_flow = sender != shipment.transfer.receiver;
    if (sender != nullptr && is_flow) measured->expect_sender(sender->process);
  }
  if (!simulation.observers.any()) return start(shipment);
  shipment.transfer.number = simulation.observers.next_transfer();
  simulation.observers.tell([&](Observer& observer) { observer.start_flow(shipment.transfer); });
  Shipment seen = shipment;
  seen.done = watched_done;
  seen.owner = new Watched{simulation, shipment};
  seen.argument = 0;
  start(seen);
}

}  // namespace

void ship_watched(Simulation& simulation, Shipment shipment) {
  tell_and_start(simulation, shipment, [&](const Shipment& seen) { start_flow(simulation, seen); });
}

void ship_scaled(Simulation& simulation, Shipment shipment, double scale) {
  count(shipment);
  tell_and_start(simulation, shipment, [&](const Shipment& seen) {
    start_flow_by(simulation, seen, [&](const models::FlowRequest& request) {
      models::start_scaled(simulation.network, request,
                           {.latency_factor = scale, .byte_factor = scale});
    });
  });
}

void ship_in_parts(Simulation& simulation, Shipment shipment, double share,
                   kernel::EventHandler first_done) {
  count(shipment);
  tell_and_start(simulation, shipment, [&](const Shipment& seen) {
    auto* parts = new Parts{simulation, seen, share, first_done, shipment.owner};
    start_part(*parts, {.latency_factor = 1, .byte_factor = share}, first_part_done);
  });
}

}  // namespace smpi
