// SPDX-License-Identifier: BSD-3-Clause
//
// What moving data to and from files costs in simulated time. Three machines, by what is there:
//
//   smpi/io-host:NAME   the files are on one host. A read is an empty message to it, then the data
//                       flow to the rank while its disk reads them; a write is the data's flow
//                       while the disk writes, then an empty message back: T = T_message(0) +
//                       max(T_message(n), n / disk bandwidth)
//   a disk in the       the files are on the disks of the ranks' own hosts: T = n / bandwidth
//   rank's host
//   neither             access is free
//
// Concurrent accesses share disks (models/host/disk.h) and links. A host with several disks uses
// the one whose property `mount` is the longest beginning of the file's path, or else the first.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "kernel/options.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "models/host/disk.h"

namespace smpi::io {

enum class Direction : std::uint8_t { read, write };

// What ranks have read or written.
struct StorageUse {
  double bytes = 0;
  double busy_s = 0;  // at least one rank was at it
};

class Storage {
 public:
  // Throws InputError when smpi/io-host names no host.
  explicit Storage(Simulation& simulation);
  static std::span<const kernel::OptionSpec> options();
  // The host that keeps all files, if there is one; throws InputError when there is no such host.
  static std::optional<models::HostId> find_server(const models::Platform& platform,
                                                   const kernel::Options& options);

  // Does MPI_File_sync write to the machine's own disk? That takes real time and no simulated time.
  bool syncs_real_disk() const { return syncs_real_disk_; }

  // Blocks the running strand, which is one of `rank`, for as long as it takes to read or write
  // `bytes` bytes of the file `path`. Without bytes it takes no time.
  void transfer(const Rank& rank, Direction direction, std::int64_t bytes, const std::string& path);
  StorageUse use_until(double now_s, Direction direction) const;
  // A question to the server and its answer; free without a server.
  void ask_server(const Rank& rank);

 private:
  struct Wait;
  // Accesses in one direction.
  struct Accesses {
    StorageUse ended;
    int running_count = 0;
    double since_s = 0;  // one or more are running
  };
  Accesses& accesses(Direction direction) { return accesses_[static_cast<std::size_t>(direction)]; }
  std::optional<models::DiskId> disk_of(models::HostId host, const std::string& path) const;
  void start_disk(Wait& wait, models::DiskId disk, Direction direction, double bytes);
  // Between a rank and the host that has the file.
  struct Way {
    const Rank& rank;
    models::HostId server;
    bool is_towards_server;
  };
  void start_flow(Wait& wait, const Way& way, std::int64_t bytes);
  void send(const Way& way);

  Simulation& simulation_;
  models::Disks disks_;
  std::optional<models::HostId> server_;
  std::array<Accesses, 2> accesses_;
  bool syncs_real_disk_;
  std::unordered_map<models::HostId, std::vector<models::DiskId>> disks_of_;
};

}  // namespace smpi::io
