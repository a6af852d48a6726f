// SPDX-License-Identifier: BSD-3-Clause
//
// Flows and disk accesses are started together; the strand waits until all have ended.
#include "libsmpi/mpi/io/storage.h"

#include "libsmpi/ranks/load/libc/written_copies.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/waiting.h"
#include "libsmpi/ranks/runtime/wire.h"
#include "models/platform/platform.h"

namespace smpi::io {
namespace {

constexpr const char* server_key = "smpi/io-host";
constexpr const char* sync_key = "smpi/io-sync";

constexpr kernel::OptionSpec table[] = {
    {server_key, kernel::OptionKind::text, "",
     "host that keeps the files of MPI-IO (else: disks of the ranks' hosts, or free access)"},
    {sync_key, kernel::OptionKind::boolean, "no",
     "MPI_File_sync makes the system write the file to its real disk"},
};

std::size_t match_length(const models::Disk& disk, const std::string& path) {
  const auto mount = disk.properties.find("mount");
  if (mount == disk.properties.end() || !path.starts_with(mount->second)) return 0;
  return mount->second.size();
}

}  // namespace

// What a strand waits for; lives on its stack.
struct Storage::Wait {
  kernel::Engine& engine;
  kernel::Actor& actor;
  int missing = 0;

  explicit Wait(kernel::Engine& engine_) : engine(engine_), actor(*engine_.current()) {}
  static void ended(void* self, std::uint32_t) {
    auto* wait = static_cast<Wait*>(self);
    if (--wait->missing == 0) wait->engine.wake(wait->actor);
  }
  void block() {
    const WaitingReason reason("the storage of a file");
    while (missing > 0) engine.block();
  }
};

std::span<const kernel::OptionSpec> Storage::options() {
  return table;
}

std::optional<models::HostId> Storage::find_server(const models::Platform& platform,
                                                   const kernel::Options& options) {
  const std::string& name = options.text(server_key);
  if (name.empty()) return std::nullopt;
  const auto host = platform.find_host(name);
  if (host) return host;
  throw kernel::InputError(
      "the platform has no such host",
      {.text = name, .hint = platform.hosts.name.did_you_mean(name, server_key)});
}

Storage::Storage(Simulation& simulation)
    : simulation_(simulation),
      disks_(simulation.engine, simulation.platform),
      server_(find_server(simulation.platform, simulation.options)),
      syncs_real_disk_(simulation.options.boolean(sync_key)) {
  const std::vector<models::Disk>& disks = simulation.platform.disks;
  for (models::DiskId disk = 0; disk < disks.size(); disk++) {
    disks_of_[disks[disk].host].push_back(disk);
  }
}

std::optional<models::DiskId> Storage::disk_of(models::HostId host, const std::string& path) const {
  const auto found = disks_of_.find(host);
  if (found == disks_of_.end()) return std::nullopt;
  models::DiskId best = found->second.front();
  std::size_t best_length = 0;
  for (const models::DiskId disk : found->second) {
    const std::size_t length = match_length(simulation_.platform.disks[disk], path);
    if (length <= best_length) continue;
    best = disk;
    best_length = length;
  }
  return best;
}

void Storage::start_disk(Wait& wait, models::DiskId disk, Direction direction, double bytes) {
  wait.missing++;
  disks_.start(
      {.disk = disk,
       .use = direction == Direction::read ? models::DiskUse::read : models::DiskUse::write,
       .size_bytes = bytes,
       .done = Wait::ended,
       .owner = &wait,
       .argument = 0});
}

void Storage::start_flow(Wait& wait, const Way& way, std::int64_t bytes) {
  if (way.rank.host == way.server) return;
  wait.missing++;
  const bool is_sent = way.is_towards_server;
  ship(simulation_, {.transfer = {.kind = Transfer::Kind::file,
                                  .sender = is_sent ? &way.rank : nullptr,
                                  .receiver = is_sent ? nullptr : &way.rank,
                                  .source = is_sent ? way.rank.host : way.server,
                                  .destination = is_sent ? way.server : way.rank.host,
                                  .size_bytes = bytes},
                     .done = Wait::ended,
                     .owner = &wait});
}

void Storage::send(const Way& way) {
  Wait wait(simulation_.engine);
  start_flow(wait, way, 0);
  wait.block();
}

void Storage::transfer(const Rank& rank, Direction direction, std::int64_t bytes,
                       const std::string& path) {
  if (bytes == 0) return;
  const auto size_bytes = static_cast<double>(bytes);
  Accesses& same = accesses(direction);
  if (same.running_count++ == 0) same.since_s = simulation_.engine.now_s();
  const models::HostId host = server_.value_or(rank.host);
  if (direction == Direction::read) send({rank, host, true});
  Wait wait(simulation_.engine);
  if (const auto disk = disk_of(host, path)) start_disk(wait, *disk, direction, size_bytes);
  start_flow(wait, {rank, host, direction == Direction::write}, bytes);
  wait.block();
  if (direction == Direction::write) send({rank, host, false});
  const double now_s = simulation_.engine.now_s();
  same.ended.bytes += size_bytes;
  if (--same.running_count == 0) same.ended.busy_s += now_s - same.since_s;
  if (direction == Direction::write) load::note_written(path, now_s);
}

StorageUse Storage::use_until(double now_s, Direction direction) const {
  const Accesses& same = accesses_[static_cast<std::size_t>(direction)];
  StorageUse use = same.ended;
  if (same.running_count > 0) use.busy_s += now_s - same.since_s;
  return use;
}

void Storage::ask_server(const Rank& rank) {
  if (!server_) return;
  send({rank, *server_, true});
  send({rank, *server_, false});
}

}  // namespace smpi::io
