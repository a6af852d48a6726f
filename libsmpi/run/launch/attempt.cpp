// SPDX-License-Identifier: BSD-3-Clause
//
// The process counts from 0; its record and what it is given are on the clock of the scenario.
#include "libsmpi/run/launch/attempt.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "libsmpi/mpi/io/state.h"
#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::launch {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const io::StorageUse& use) {
  return {{"bytes", use.bytes}, {"busy_s", use.busy_s}};
}

io::StorageUse use_of(const Json& json) {
  return {.bytes = json["bytes"], .busy_s = json["busy_s"]};
}

}  // namespace

std::vector<models::HostId> Attempt::hosts_of(std::vector<models::HostId> host_of_rank) const {
  for (models::HostId& host : host_of_rank) {
    const auto found = moved.find(host);
    if (found != moved.end()) host = found->second;
  }
  return host_of_rank;
}

void Attempt::keep_files() {
  load::keep_writes_in(folder, contents);
}

void Attempt::record(const Simulation& simulation, int exit_status) const {
  const double now_s = simulation.engine.now_s();
  std::vector<std::string> failed_hosts;
  std::uint64_t lost_rank_count = 0;
  for (const Rank* rank : simulation.ranks) {
    if (!rank->lost_host || exit_status == 0) continue;
    lost_rank_count++;
    std::string name(simulation.platform.hosts.name[rank->host]);
    if (std::ranges::find(failed_hosts, name) == failed_hosts.end())
      failed_hosts.push_back(std::move(name));
  }
  std::map<std::string, double> written = contents.earlier;
  for (const auto& [name, time_s] : contents.written) written[name] = start_s + time_s;
  Json json = {{"end_s", start_s + now_s},
               {"failed_hosts", failed_hosts},
               {"lost_rank_count", lost_rank_count},
               {"read", json_of(simulation.io->storage.use_until(now_s, io::Direction::read))},
               {"written", json_of(simulation.io->storage.use_until(now_s, io::Direction::write))},
               {"removed", contents.removed},
               {"contents", written}};
  if (contents.restored) json["restored"] = *contents.restored;
  std::ofstream(record_file) << json;
}

std::optional<AttemptEnd> read_record(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  AttemptEnd end{.end_s = json["end_s"],
                 .failed_hosts = json["failed_hosts"],
                 .lost_rank_count = json["lost_rank_count"],
                 .read = use_of(json["read"]),
                 .written = use_of(json["written"]),
                 .contents = {.removed = json["removed"], .earlier = json["contents"]}};
  if (json.contains("restored")) end.contents.restored = json["restored"].get<double>();
  return end;
}

}  // namespace smpi::launch
