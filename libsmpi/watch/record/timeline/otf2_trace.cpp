// SPDX-License-Identifier: BSD-3-Clause
//
// From the stream to records of the writer (otf2_writer.cpp), and from its folder to the user's.
#include "libsmpi/watch/record/timeline/otf2_trace.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "kernel/error.h"
#include "libsmpi/watch/record/timeline/function_class.h"

namespace smpi::record {
namespace {

namespace fs = std::filesystem;
constexpr double ns_per_s = 1e9;
// What an event takes in an archive, about: most have a time, a number and little else.
constexpr std::uint64_t event_bytes = 10;

std::uint64_t ns_of(double time_s) {
  return static_cast<std::uint64_t>(std::llround(time_s * ns_per_s));
}

// Beside this library.
fs::path writer_path() {
  Dl_info self;
  if (dladdr(reinterpret_cast<const void*>(&require_otf2), &self) == 0) return {};
  return fs::path(self.dli_fname).parent_path() / otf2::library_name;
}

otf2::Function::Role role_of(const FunctionRecord& function) {
  using enum otf2::Function::Role;
  if (function.work) {
    return *function.work == models::WorkKind::copy ? device_copy : device_work;
  }
  const std::string& name = function.name;
  if (const auto kind = collective_kind(name)) {
    switch (*kind) {
      case CollectiveKind::barrier:
        return barrier;
      case CollectiveKind::bcast:
      case CollectiveKind::scatter:
      case CollectiveKind::scatterv:
        return one_to_all;
      case CollectiveKind::gather:
      case CollectiveKind::gatherv:
      case CollectiveKind::reduce:
        return all_to_one;
      case CollectiveKind::scan:
      case CollectiveKind::exscan:
        return other_collective;
      default:
        return all_to_all;
    }
  }
  switch (class_of_function(name)) {
    case FunctionClass::point_to_point:
      return point_to_point;
    case FunctionClass::completion:
      return wait;
    case FunctionClass::collective:
      return other_collective;
    case FunctionClass::one_sided:
      return one_sided;
    case FunctionClass::file:
      return file;
    case FunctionClass::device:
      return device_call;
    default:
      return other;
  }
}

std::uint64_t folder_bytes(const fs::path& folder) {
  std::uint64_t sum_bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) sum_bytes += entry.file_size();
  }
  return sum_bytes;
}

[[noreturn]] void refuse(const std::string& path, const std::string& problem) {
  throw kernel::InputError(fmt::format("cannot write the timeline ({})", problem), {.text = path});
}

}  // namespace

void require_otf2() {
  if (fs::exists(writer_path())) return;
  throw kernel::InputError(
      "this libsmpi was built without OTF2",
      {.text = ".otf2", .hint = "install libotf2 (Debian: libotf2-trace-dev) and build it again"});
}

Otf2Trace::Otf2Trace(const std::string& path, const models::Platform& platform)
    : path_(fs::absolute(path).string()), platform_(platform), spool_(path, "timeline") {}

void Otf2Trace::add_lane(const Lane& lane) {
  archive_.lanes.push_back({.name = lane.name,
                            .process = lane.process,
                            .thread = lane.thread,
                            .host = lane.host,
                            .device = lane.device});
  open_.emplace_back();
}

void Otf2Trace::add(const Lane& lane, Event event, double now_s) {
  event.lane = lane.index;
  event.time_ns = ns_of(now_s);
  open_[lane.index].push_back(event);
}

void Otf2Trace::keep(const CommunicatorRecord& communicator) {
  if (communicator.index >= communicators_.size()) communicators_.resize(communicator.index + 1);
  communicators_[communicator.index] = &communicator;
}

void Otf2Trace::enter(const Lane& lane, const FunctionRecord& function, double now_s) {
  if (function.index >= archive_.functions.size()) archive_.functions.resize(function.index + 1);
  otf2::Function& known = archive_.functions[function.index];
  if (known.name.empty()) known = {function.name, role_of(function)};
  add(lane, {.a = function.index, .kind = Event::Kind::enter}, now_s);
}

void Otf2Trace::leave(const CallEvent& call) {
  const auto kind = collective_kind(call.function->name);
  std::vector<Event>& events = open_[call.lane->index];
  if (kind && call.communicator != nullptr && !events.empty()) {
    keep(*call.communicator);
    Event begin = events.front();
    begin.kind = Event::Kind::collective_begin;
    events.insert(events.begin() + 1, begin);
    const bool is_rooted = has_root(*kind) && call.root >= 0;
    add(*call.lane,
        {.size_bytes = static_cast<std::uint64_t>(std::max<MPI_Count>(call.sent_bytes, 0)),
         .received_bytes = static_cast<std::uint64_t>(std::max<MPI_Count>(call.received_bytes, 0)),
         .a = static_cast<std::uint32_t>(*kind),
         .b = call.communicator->index,
         .c = is_rooted ? static_cast<std::uint32_t>(call.root) : otf2::no_root,
         .kind = Event::Kind::collective_end},
        call.end_s);
  }
  add(*call.lane, {.a = call.function->index, .kind = Event::Kind::leave}, call.end_s);
  for (const Event& event : events) {
    spool_.append({reinterpret_cast<const char*>(&event), sizeof event});
  }
  size_bytes_ += event_bytes * events.size();
  events.clear();
}

void Otf2Trace::send(const MessageEvent& message, double now_s) {
  if (message.communicator == nullptr) return;  // inside a collective
  keep(*message.communicator);
  add(*message.from,
      {.size_bytes = static_cast<std::uint64_t>(message.size_bytes),
       .request = message.send_request,
       .a = static_cast<std::uint32_t>(message.destination),
       .b = message.communicator->index,
       .c = static_cast<std::uint32_t>(message.tag),
       .kind = message.send_request == 0 ? Event::Kind::send : Event::Kind::isend},
      now_s);
}

void Otf2Trace::receive(const MessageEvent& message, double now_s) {
  if (message.communicator == nullptr) return;
  add(*message.to,
      {.size_bytes = static_cast<std::uint64_t>(message.size_bytes),
       .request = message.receive_request,
       .a = static_cast<std::uint32_t>(message.source),
       .b = message.communicator->index,
       .c = static_cast<std::uint32_t>(message.tag),
       .kind = message.receive_request == 0 ? Event::Kind::receive : Event::Kind::irecv},
      now_s);
}

void Otf2Trace::post_receive(const Lane& lane, std::uint64_t request, double now_s) {
  add(lane, {.request = request, .kind = Event::Kind::receive_posted}, now_s);
}

void Otf2Trace::complete_send(const Lane& lane, std::uint64_t request, double now_s) {
  add(lane, {.request = request, .kind = Event::Kind::isend_complete}, now_s);
}

void Otf2Trace::cancel(const Lane& lane, std::uint64_t request, double now_s) {
  add(lane, {.request = request, .kind = Event::Kind::cancelled}, now_s);
}

// Communicators name all their ranks, also those that are left out or never called MPI.
void Otf2Trace::add_silent_members() {
  std::set<std::uint32_t> known;
  std::set<std::uint32_t> hosts;
  for (const otf2::Lane& lane : archive_.lanes) {
    if (lane.thread == 0) known.insert(lane.process);
  }
  for (std::size_t i = 0; i < communicators_.size(); i++) {
    otf2::Communicator& communicator = archive_.communicators.emplace_back();
    const CommunicatorRecord* record = communicators_[i];
    communicator.name = fmt::format("communicator {}", i);
    if (record == nullptr) continue;
    if (!record->name.empty()) communicator.name = record->name;
    communicator.members = record->members;
    communicator.remote_members = record->remote_members;
    std::vector<std::uint32_t> all = record->members;
    all.insert(all.end(), record->remote_members.begin(), record->remote_members.end());
    for (std::size_t member = 0; member < all.size(); member++) {
      if (!known.insert(all[member]).second) continue;
      archive_.lanes.push_back({.name = fmt::format("rank {}", all[member]),
                                .process = all[member],
                                .host = record->hosts[member]});
    }
  }
  for (const otf2::Lane& lane : archive_.lanes) hosts.insert(lane.host);
  for (const std::uint32_t host : hosts) {
    archive_.hosts.push_back({host, std::string(platform_.hosts.name[host])});
  }
}

// Into a folder beside it, which then takes its place.
void Otf2Trace::write_archive() {
  void* library = dlopen(writer_path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) refuse(path_, dlerror());
  const auto write = reinterpret_cast<otf2::Write>(dlsym(library, otf2::write_name));
  if (write == nullptr) refuse(path_, dlerror());
  std::string beside = path_ + ".XXXXXX";
  if (mkdtemp(beside.data()) == nullptr) refuse(path_, "no folder beside it");
  std::error_code error;
  fs::permissions(beside, fs::perms(0755), error);
  archive_.folder = beside;
  const std::string problem = write(archive_);
  if (problem.empty()) {
    size_bytes_ = folder_bytes(beside);
    fs::remove_all(path_, error);
    fs::rename(beside, path_, error);
  }
  if (problem.empty() && !error) return;
  fs::remove_all(beside);
  refuse(path_, problem.empty() ? error.message() : problem);
}

void Otf2Trace::close(double end_s, const std::vector<std::uint64_t>&) {
  add_silent_members();
  archive_.length_ns = ns_of(end_s);
  archive_.source = &spool_;
  archive_.next = [](void* spool, Event& event) {
    return static_cast<SpoolFile*>(spool)->read_bytes(&event, sizeof event);
  };
  spool_.rewind();
  write_archive();
  spool_.require_whole();
}

}  // namespace smpi::record
