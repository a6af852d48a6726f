// SPDX-License-Identifier: BSD-3-Clause
//
// The part that needs libotf2: definitions and events of an archive, for Vampir, Scalasca and
// others. All ranks are locations of one process, so the archive's collective calls are serial.
#include <otf2/otf2.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "libsmpi/watch/record/timeline/otf2_archive.h"
#include "libsmpi/watch/trace/compress/hash.h"

namespace smpi::record::otf2 {
namespace {

constexpr std::uint64_t event_chunk_bytes = 262144;        // the least that there is
constexpr std::uint64_t definition_chunk_bytes = 4194304;  // the same
constexpr std::uint64_t ticks_per_s = 1000000000;

OTF2_FlushType flush_always(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
  return OTF2_FLUSH;
}

// Throws what libotf2 says, for write() to catch.
void check(OTF2_ErrorCode code) {
  if (code != OTF2_SUCCESS) throw std::string(OTF2_Error_GetDescription(code));
}

std::string read_all(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// libotf2 draws the number of an archive from the clock, and has no way to give it another. The
// same run writes the same bytes, so the number becomes a hash of what the archive defines.
void renumber(const std::string& folder) {
  const std::string anchor = folder + "/traces.otf2";
  OTF2_Reader* reader = OTF2_Reader_Open(anchor.c_str());
  if (reader == nullptr) throw std::string("the archive cannot be opened again");
  std::uint64_t drawn = 0;
  const OTF2_ErrorCode code = OTF2_Reader_GetTraceId(reader, &drawn);
  OTF2_Reader_Close(reader);
  check(code);
  const std::uint64_t own = trace::hash_of_bytes(read_all(folder + "/traces.def"));
  const std::string_view bytes(reinterpret_cast<const char*>(&drawn), sizeof drawn);
  const std::size_t place = read_all(anchor).rfind(bytes);
  if (place == std::string::npos) throw std::string("the anchor file has no number");
  std::fstream file(anchor, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(static_cast<std::streamoff>(place));
  file.write(reinterpret_cast<const char*>(&own), sizeof own);
  if (!file.flush()) throw std::string("the anchor file cannot be written");
}

OTF2_RegionRole role_of(Function::Role role) {
  using enum Function::Role;
  switch (role) {
    case point_to_point:
    case wait:
      return OTF2_REGION_ROLE_POINT2POINT;
    case barrier:
      return OTF2_REGION_ROLE_BARRIER;
    case one_to_all:
      return OTF2_REGION_ROLE_COLL_ONE2ALL;
    case all_to_one:
      return OTF2_REGION_ROLE_COLL_ALL2ONE;
    case all_to_all:
      return OTF2_REGION_ROLE_COLL_ALL2ALL;
    case other_collective:
      return OTF2_REGION_ROLE_COLL_OTHER;
    case one_sided:
      return OTF2_REGION_ROLE_RMA;
    case file:
      return OTF2_REGION_ROLE_FILE_IO;
    case device_copy:
      return OTF2_REGION_ROLE_DATA_TRANSFER;
    default:
      return OTF2_REGION_ROLE_FUNCTION;
  }
}

// Kernels do not say which interface launched them; calls beside them do.
OTF2_Paradigm device_paradigm(const std::vector<Function>& functions) {
  const bool is_cuda = std::ranges::any_of(functions, [](const Function& function) {
    return function.role == Function::Role::device_call && function.name.starts_with("cu");
  });
  return is_cuda ? OTF2_PARADIGM_CUDA : OTF2_PARADIGM_HIP;
}

class Writer {
 public:
  explicit Writer(const Archive& archive) : archive_(archive) {}
  ~Writer() {
    if (file_ != nullptr) OTF2_Archive_Close(file_);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  void write();

 private:
  void open();
  void write_events();
  void write(OTF2_EvtWriter* writer, const Event& event);
  void define();
  void define_places();
  void define_communicators();
  OTF2_StringRef string(const std::string& text);
  std::vector<std::uint64_t> locations_of(const std::vector<std::uint32_t>& processes) const;
  void define_group(OTF2_GroupRef group, OTF2_GroupType type,
                    const std::vector<std::uint64_t>& members);

  const Archive& archive_;
  OTF2_Archive* file_ = nullptr;
  OTF2_GlobalDefWriter* definitions_ = nullptr;
  std::vector<std::uint64_t> event_counts_;  // by lane
  std::map<std::string, OTF2_StringRef> strings_;
  std::map<std::uint32_t, std::uint64_t> place_of_process_;  // among the main lanes
};

void Writer::open() {
  file_ =
      OTF2_Archive_Open(archive_.folder.c_str(), "traces", OTF2_FILEMODE_WRITE, event_chunk_bytes,
                        definition_chunk_bytes, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  if (file_ == nullptr) throw std::string("the archive cannot be opened");
  static const OTF2_FlushCallbacks flush{.otf2_pre_flush = flush_always,
                                         .otf2_post_flush = nullptr};
  check(OTF2_Archive_SetFlushCallbacks(file_, &flush, nullptr));
  check(OTF2_Archive_SetSerialCollectiveCallbacks(file_));
  check(OTF2_Archive_SetCreator(file_, "libsmpi"));
}

void Writer::write(OTF2_EvtWriter* writer, const Event& event) {
  using enum Event::Kind;
  const std::uint64_t time = event.time_ns;
  const auto tag = event.c;
  switch (event.kind) {
    case enter:
      return check(OTF2_EvtWriter_Enter(writer, nullptr, time, event.a));
    case leave:
      return check(OTF2_EvtWriter_Leave(writer, nullptr, time, event.a));
    case send:
      return check(
          OTF2_EvtWriter_MpiSend(writer, nullptr, time, event.a, event.b, tag, event.size_bytes));
    case isend:
      return check(OTF2_EvtWriter_MpiIsend(writer, nullptr, time, event.a, event.b, tag,
                                           event.size_bytes, event.request));
    case isend_complete:
      return check(OTF2_EvtWriter_MpiIsendComplete(writer, nullptr, time, event.request));
    case receive_posted:
      return check(OTF2_EvtWriter_MpiIrecvRequest(writer, nullptr, time, event.request));
    case receive:
      return check(
          OTF2_EvtWriter_MpiRecv(writer, nullptr, time, event.a, event.b, tag, event.size_bytes));
    case irecv:
      return check(OTF2_EvtWriter_MpiIrecv(writer, nullptr, time, event.a, event.b, tag,
                                           event.size_bytes, event.request));
    case cancelled:
      return check(OTF2_EvtWriter_MpiRequestCancelled(writer, nullptr, time, event.request));
    case collective_begin:
      return check(OTF2_EvtWriter_MpiCollectiveBegin(writer, nullptr, time));
    case collective_end:
      return check(OTF2_EvtWriter_MpiCollectiveEnd(
          writer, nullptr, time, static_cast<OTF2_CollectiveOp>(event.a), event.b,
          event.c == no_root ? OTF2_UNDEFINED_UINT32 : event.c, event.size_bytes,
          event.received_bytes));
  }
}

void Writer::write_events() {
  check(OTF2_Archive_OpenEvtFiles(file_));
  std::vector<OTF2_EvtWriter*> writers;
  for (std::size_t lane = 0; lane < archive_.lanes.size(); lane++) {
    writers.push_back(OTF2_Archive_GetEvtWriter(file_, lane));
    if (writers.back() == nullptr) throw std::string("no writer of events");
  }
  Event event;
  while (archive_.next(archive_.source, event)) write(writers[event.lane], event);
  for (OTF2_EvtWriter* writer : writers) {
    std::uint64_t count = 0;
    check(OTF2_EvtWriter_GetNumberOfEvents(writer, &count));
    event_counts_.push_back(count);
    check(OTF2_Archive_CloseEvtWriter(file_, writer));
  }
  check(OTF2_Archive_CloseEvtFiles(file_));
}

OTF2_StringRef Writer::string(const std::string& text) {
  const auto [place, is_new] =
      strings_.try_emplace(text, static_cast<OTF2_StringRef>(strings_.size()));
  if (is_new) check(OTF2_GlobalDefWriter_WriteString(definitions_, place->second, text.c_str()));
  return place->second;
}

// A machine, its hosts, a process for each rank with its lanes, and a group for each device of a
// rank with its streams.
void Writer::define_places() {
  const OTF2_StringRef machine = string("machine");
  const OTF2_StringRef node = string("node");
  check(OTF2_GlobalDefWriter_WriteSystemTreeNode(definitions_, 0, machine, machine,
                                                 OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  std::map<std::uint32_t, OTF2_SystemTreeNodeRef> hosts;
  for (const Host& host : archive_.hosts) {
    const auto self = static_cast<OTF2_SystemTreeNodeRef>(hosts.size() + 1);
    hosts[host.number] = self;
    check(OTF2_GlobalDefWriter_WriteSystemTreeNode(definitions_, self, string(host.name), node, 0));
  }
  std::map<std::pair<std::uint32_t, std::optional<std::uint32_t>>, OTF2_LocationGroupRef> groups;
  for (std::size_t lane = 0; lane < archive_.lanes.size(); lane++) {
    const Lane& row = archive_.lanes[lane];
    const auto [group, is_new] = groups.try_emplace(
        {row.process, row.device}, static_cast<OTF2_LocationGroupRef>(groups.size()));
    if (is_new) {
      std::string name = "rank " + std::to_string(row.process);
      OTF2_LocationGroupType type = OTF2_LOCATION_GROUP_TYPE_PROCESS;
      OTF2_LocationGroupRef creator = OTF2_UNDEFINED_LOCATION_GROUP;
      if (row.device) {
        name += " device " + std::to_string(*row.device);
        type = OTF2_LOCATION_GROUP_TYPE_ACCELERATOR;
        creator = groups.at({row.process, std::nullopt});  // the row of the rank comes first
      }
      check(OTF2_GlobalDefWriter_WriteLocationGroup(definitions_, group->second, string(name), type,
                                                    hosts.at(row.host), creator));
    }
    check(OTF2_GlobalDefWriter_WriteLocation(
        definitions_, lane, string(row.name),
        row.device ? OTF2_LOCATION_TYPE_ACCELERATOR_STREAM : OTF2_LOCATION_TYPE_CPU_THREAD,
        event_counts_[lane], group->second));
  }
}

void Writer::define_group(OTF2_GroupRef group, OTF2_GroupType type,
                          const std::vector<std::uint64_t>& members) {
  check(OTF2_GlobalDefWriter_WriteGroup(
      definitions_, group, string(""), type, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
      static_cast<std::uint32_t>(members.size()), members.data()));
}

// Places in the group of all locations. Ranks without a lane are not shown; members of
// communicators must be there, so these get a lane of their own before (otf2_trace.cpp).
std::vector<std::uint64_t> Writer::locations_of(const std::vector<std::uint32_t>& processes) const {
  std::vector<std::uint64_t> places;
  for (const std::uint32_t process : processes) places.push_back(place_of_process_.at(process));
  return places;
}

void Writer::define_communicators() {
  std::vector<std::uint64_t> all;
  for (std::size_t lane = 0; lane < archive_.lanes.size(); lane++) {
    if (archive_.lanes[lane].thread != 0) continue;
    place_of_process_[archive_.lanes[lane].process] = all.size();
    all.push_back(lane);
  }
  define_group(0, OTF2_GROUP_TYPE_COMM_LOCATIONS, all);
  OTF2_GroupRef group = 1;
  for (std::size_t i = 0; i < archive_.communicators.size(); i++) {
    const Communicator& communicator = archive_.communicators[i];
    const auto self = static_cast<OTF2_CommRef>(i);
    define_group(group, OTF2_GROUP_TYPE_COMM_GROUP, locations_of(communicator.members));
    const OTF2_GroupRef local = group++;
    if (communicator.remote_members.empty()) {
      check(OTF2_GlobalDefWriter_WriteComm(definitions_, self, string(communicator.name), local,
                                           OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
      continue;
    }
    define_group(group, OTF2_GROUP_TYPE_COMM_GROUP, locations_of(communicator.remote_members));
    const OTF2_GroupRef remote = group++;
    check(OTF2_GlobalDefWriter_WriteInterComm(definitions_, self, string(communicator.name), local,
                                              remote, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
  }
}

void Writer::define() {
  definitions_ = OTF2_Archive_GetGlobalDefWriter(file_);
  if (definitions_ == nullptr) throw std::string("no writer of definitions");
  check(OTF2_GlobalDefWriter_WriteClockProperties(definitions_, ticks_per_s, 0, archive_.length_ns,
                                                  OTF2_UNDEFINED_TIMESTAMP));
  string("");
  const OTF2_Paradigm on_devices = device_paradigm(archive_.functions);
  for (std::size_t i = 0; i < archive_.functions.size(); i++) {
    OTF2_Paradigm paradigm = OTF2_PARADIGM_MPI;
    if (archive_.functions[i].role >= Function::Role::device_call) paradigm = on_devices;
    const OTF2_StringRef name = string(archive_.functions[i].name);
    check(OTF2_GlobalDefWriter_WriteRegion(definitions_, static_cast<OTF2_RegionRef>(i), name, name,
                                           string(""), role_of(archive_.functions[i].role),
                                           paradigm, OTF2_REGION_FLAG_NONE, string(""), 0, 0));
  }
  define_places();
  define_communicators();
  check(OTF2_Archive_CloseGlobalDefWriter(file_, definitions_));
  check(OTF2_Archive_OpenDefFiles(file_));
  for (std::size_t lane = 0; lane < archive_.lanes.size(); lane++) {
    OTF2_DefWriter* writer = OTF2_Archive_GetDefWriter(file_, lane);
    if (writer == nullptr) throw std::string("no writer of a rank's definitions");
    check(OTF2_Archive_CloseDefWriter(file_, writer));
  }
  check(OTF2_Archive_CloseDefFiles(file_));
}

void Writer::write() {
  open();
  write_events();
  define();
  check(OTF2_Archive_Close(std::exchange(file_, nullptr)));
  renumber(archive_.folder);
}

OTF2_ErrorCode stay_quiet(void*, const char*, std::uint64_t, const char*, OTF2_ErrorCode code,
                          const char*, va_list) {
  return code;
}

}  // namespace
}  // namespace smpi::record::otf2

extern "C" __attribute__((visibility("default"))) std::string smpi_write_otf2(
    const smpi::record::otf2::Archive& archive) {
  OTF2_Error_RegisterCallback(smpi::record::otf2::stay_quiet, nullptr);
  try {
    smpi::record::otf2::Writer(archive).write();
    return "";
  } catch (const std::string& problem) {
    return problem;
  }
}
