// SPDX-License-Identifier: BSD-3-Clause
//
// The life of a schedule: filled, started once or many times, retired.
#include "libsmpi/mpi/coll/schedule.h"

#include "libsmpi/mpi/coll/data/buffer_uses.h"
#include "libsmpi/mpi/coll/run.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/topology.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/library_strand.h"
#include "libsmpi/ranks/runtime/checks.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::coll {
namespace {

// Calls visit(object) for each datatype and operation that a call uses. nullptr: not significant on
// this rank.
template <class Visit>
void each_object(const BarrierArgs&, Visit) {}

template <class Visit>
void each_object(const BcastArgs& args, Visit visit) {
  visit(args.data.type);
}
template <class Visit>
void each_object(const GatherArgs& args, Visit visit) {
  visit(args.mine.type);
  visit(args.all.type());
}
template <class Visit>
void each_object(const ScatterArgs& args, Visit visit) {
  visit(args.mine.type);
  visit(args.all.type());
}
template <class Visit>
void each_object(const AllgatherArgs& args, Visit visit) {
  visit(args.mine.type);
  visit(args.all.type());
}
template <class Visit>
void each_object(const AlltoallArgs& args, Visit visit) {
  visit(args.out.type());
  visit(args.in.type());
  for (Datatype* type : args.out_types) visit(type);
  for (Datatype* type : args.in_types) visit(type);
}
template <class Visit>
void each_object(const ReduceArgs& args, Visit visit) {
  visit(args.type);
  visit(args.op);
}
template <class Visit>
void each_object(const ReduceScatterArgs& args, Visit visit) {
  visit(args.type);
  visit(args.op);
}

Operation& operation_in(AnyArgs& args) {
  return std::visit([](auto& call) -> Operation& { return call; }, args);
}

}  // namespace

IndexArray Schedule::keep(const IndexArray& array, std::size_t count) {
  if (array.is_null()) return array;
  if (array_count_ == arrays_.size()) arrays_.emplace_back();
  std::vector<std::byte>& copy = arrays_[array_count_++];
  const auto* first = static_cast<const std::byte*>(array.data());
  copy.assign(first, first + count * array.element_bytes());
  if (copy.empty()) copy.emplace_back();  // an array of nothing is not a missing one
  return array.moved_to(copy.data());
}

Blocks Schedule::keep(const Blocks& blocks, std::size_t count) {
  return blocks.with_arrays(keep(blocks.counts(), count).data(),
                            keep(blocks.displacements(), count).data(), blocks.types());
}

void Schedule::keep_arrays(Collective collective) {
  array_count_ = 0;
  Communicator& communicator = operation_in(args_).communicator();
  auto sent_count = static_cast<std::size_t>(communicator.remote_size());
  std::size_t received_count = sent_count;
  if (!has_choice(collective)) {
    const comm::Neighbourhood& near = communicator.neighbourhood();
    sent_count = near.destinations.size();
    received_count = near.sources.size();
  }
  if (auto* gather = std::get_if<GatherArgs>(&args_)) {
    gather->all = keep(gather->all, received_count);
  } else if (auto* scatter = std::get_if<ScatterArgs>(&args_)) {
    scatter->all = keep(scatter->all, sent_count);
  } else if (auto* allgather = std::get_if<AllgatherArgs>(&args_)) {
    allgather->all = keep(allgather->all, received_count);
  } else if (auto* alltoall = std::get_if<AlltoallArgs>(&args_)) {
    alltoall->out = keep(alltoall->out, sent_count);
    alltoall->in = keep(alltoall->in, received_count);
  } else if (auto* reduce = std::get_if<ReduceScatterArgs>(&args_)) {
    reduce->counts = keep(reduce->counts, static_cast<std::size_t>(communicator.size()));
  }
}

void Schedule::fill(Collective collective, AnyArgs&& args) {
  args_ = std::move(args);
  keep_arrays(collective);
  function_ = running_strand->call.function;
  operation_in(args_).collect_errors_in(error_);
  std::visit(
      [&](const auto& call) {
        profile_ = profile_of(collective, call);
        each_object(call, [](auto* object) {
          if (object != nullptr) object->retain();
        });
      },
      args_);
}

int Schedule::start(Request& request) {
  request.active = true;
  request.complete = false;
  request.status = empty_status;
  error_ = MPI_SUCCESS;
  if (Checks* checks = request.owner->simulation.checks) {
    std::visit(
        [&](const auto& call) {
          checks->start(request, analysis::buffers_of(profile_.collective, call));
        },
        args_);
  }
  start_library_strand(strand_, *request.owner, [this, &request] { run(request); });
  return MPI_SUCCESS;
}

void Schedule::run(Request& request) {
  Checks* checks = request.owner->simulation.checks;
  if (checks != nullptr) checks->before_delivery(request);
  run_call(profile_, operation_in(args_));
  strand_.collective_error = MPI_SUCCESS;  // the request has it
  if (checks != nullptr) checks->after_delivery(request);
  complete(request);
}

std::string Schedule::describe(const Request&) const {
  return std::string("the other ranks to take part in ") + function_;
}

void Schedule::retire() {
  std::visit(
      [](const auto& call) {
        each_object(call, [](auto* object) {
          if (object != nullptr) object->release();
        });
      },
      args_);
  pool_.give_back(*this);
}

std::unique_ptr<Schedule, RetireExtension> SchedulePool::take() {
  if (free_.empty()) {
    all_.push_back(std::make_unique<Schedule>(*this));
    free_.push_back(all_.back().get());
  }
  Schedule* schedule = free_.back();
  free_.pop_back();
  return std::unique_ptr<Schedule, RetireExtension>(schedule);
}

Request* make_schedule(Collective collective, AnyArgs&& args) {
  Request* request = make_request(RequestKind::collective);
  auto schedule = request->owner->simulation.schedules->take();
  schedule->fill(collective, std::move(args));
  request->communicator = &schedule->operation().communicator();
  request->communicator->retain();
  request->active = false;
  request->extension = std::move(schedule);
  return request;
}

const Schedule& schedule_of(const Request& request) {
  return static_cast<const Schedule&>(*request.extension);
}

}  // namespace smpi::coll
