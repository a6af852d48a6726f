// SPDX-License-Identifier: BSD-3-Clause
//
// The part that needs libotf2 to read an archive that smpirun or a recorder of real programs
// has written. For smpi-packets, which opens this library when it is given an archive.
//
// Ranks are the members of the group of all locations that have MPI, in its order. Their events
// come rank by rank, without calls that are not MPI's; threads are left out.
#include <otf2/otf2.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "libsmpi/watch/record/timeline/otf2_archive.h"

namespace smpi::record::otf2 {
namespace {

constexpr std::uint64_t ns_per_s = 1000000000;

// Throws what libotf2 says, for read() to catch.
void check(OTF2_ErrorCode code) {
  if (code != OTF2_SUCCESS) throw std::string(OTF2_Error_GetDescription(code));
}

Function::Role role_of(OTF2_RegionRole role) {
  using enum Function::Role;
  switch (role) {
    case OTF2_REGION_ROLE_POINT2POINT:
      return point_to_point;
    case OTF2_REGION_ROLE_BARRIER:
      return barrier;
    case OTF2_REGION_ROLE_COLL_ONE2ALL:
      return one_to_all;
    case OTF2_REGION_ROLE_COLL_ALL2ONE:
      return all_to_one;
    case OTF2_REGION_ROLE_COLL_ALL2ALL:
      return all_to_all;
    case OTF2_REGION_ROLE_COLL_OTHER:
      return other_collective;
    case OTF2_REGION_ROLE_RMA:
      return one_sided;
    case OTF2_REGION_ROLE_FILE_IO:
      return file;
    default:
      return other;
  }
}

using Location = OTF2_LocationRef;
using Time = OTF2_TimeStamp;
using List = OTF2_AttributeList;
using Position = std::uint64_t;

class Reader {
 public:
  Reader(const std::string& anchor, Archive& archive, Take take, void* sink)
      : archive_(archive), take_(take), sink_(sink) {
    file_ = OTF2_Reader_Open(anchor.c_str());
    if (file_ == nullptr) throw std::string("libotf2 cannot open it");
  }
  ~Reader() { OTF2_Reader_Close(file_); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  void read();

 private:
  struct Region {
    OTF2_StringRef name;
    Function::Role role;
  };
  struct Group {
    OTF2_GroupType type;
    std::vector<std::uint64_t> members;
  };
  struct Groups {
    OTF2_GroupRef local;
    OTF2_GroupRef remote;
  };

  void read_definitions();
  void register_definitions(OTF2_GlobalDefReaderCallbacks* callbacks);
  void number_ranks();
  void keep_communicators();
  void read_events();
  void register_calls(OTF2_EvtReaderCallbacks* callbacks);
  void register_messages(OTF2_EvtReaderCallbacks* callbacks);
  OTF2_CallbackCode pass(OTF2_TimeStamp time, OTF2_RegionRef region, Event::Kind kind);
  OTF2_CallbackCode use(OTF2_TimeStamp time, Event event);
  OTF2_CallbackCode note(OTF2_TimeStamp time, Event event);
  std::vector<std::uint32_t> ranks_of(OTF2_GroupRef group) const;

  static Reader& self(void* data) { return *static_cast<Reader*>(data); }
  void emit(OTF2_TimeStamp time, Event event) {
    event.lane = rank_;
    event.time_ns = static_cast<std::uint64_t>(static_cast<unsigned __int128>(time - begin_ticks_) *
                                               ns_per_s / ticks_per_s_);
    take_(sink_, event);
  }

  Archive& archive_;
  Take take_;
  void* sink_;
  OTF2_Reader* file_ = nullptr;
  std::uint64_t ticks_per_s_ = ns_per_s;
  std::uint64_t begin_ticks_ = 0;
  std::map<OTF2_StringRef, std::string> strings_;
  std::map<OTF2_RegionRef, Region> regions_;  // of MPI
  std::map<OTF2_RegionRef, std::uint32_t> function_of_region_;
  std::map<OTF2_GroupRef, Group> groups_;
  std::map<OTF2_CommRef, Groups> communicators_;
  std::map<OTF2_CommRef, std::uint32_t> number_of_communicator_;
  std::vector<std::uint64_t> locations_;  // by rank
  std::uint32_t rank_ = 0;                // whose events are read
};

void Reader::register_definitions(OTF2_GlobalDefReaderCallbacks* callbacks) {
  check(OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(
      callbacks,
      [](void* data, std::uint64_t ticks_per_s, std::uint64_t begin, std::uint64_t, std::uint64_t) {
        self(data).ticks_per_s_ = ticks_per_s;
        self(data).begin_ticks_ = begin;
        return OTF2_CALLBACK_SUCCESS;
      }));
  check(OTF2_GlobalDefReaderCallbacks_SetStringCallback(
      callbacks, [](void* data, OTF2_StringRef string, const char* text) {
        self(data).strings_[string] = text;
        return OTF2_CALLBACK_SUCCESS;
      }));
  check(OTF2_GlobalDefReaderCallbacks_SetRegionCallback(
      callbacks, [](void* data, OTF2_RegionRef region, OTF2_StringRef name, OTF2_StringRef,
                    OTF2_StringRef, OTF2_RegionRole role, OTF2_Paradigm paradigm, OTF2_RegionFlag,
                    OTF2_StringRef, std::uint32_t, std::uint32_t) {
        if (paradigm == OTF2_PARADIGM_MPI) self(data).regions_[region] = {name, role_of(role)};
        return OTF2_CALLBACK_SUCCESS;
      }));
  check(OTF2_GlobalDefReaderCallbacks_SetGroupCallback(
      callbacks, [](void* data, OTF2_GroupRef group, OTF2_StringRef, OTF2_GroupType type,
                    OTF2_Paradigm paradigm, OTF2_GroupFlag, std::uint32_t count,
                    const std::uint64_t* members) {
        if (paradigm != OTF2_PARADIGM_MPI) return OTF2_CALLBACK_SUCCESS;
        self(data).groups_[group] = {type, {members, members + count}};
        return OTF2_CALLBACK_SUCCESS;
      }));
  check(OTF2_GlobalDefReaderCallbacks_SetCommCallback(
      callbacks, [](void* data, OTF2_CommRef communicator, OTF2_StringRef, OTF2_GroupRef group,
                    OTF2_CommRef, OTF2_CommFlag) {
        self(data).communicators_[communicator] = {group, OTF2_UNDEFINED_GROUP};
        return OTF2_CALLBACK_SUCCESS;
      }));
  check(OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(
      callbacks, [](void* data, OTF2_CommRef communicator, OTF2_StringRef, OTF2_GroupRef local,
                    OTF2_GroupRef remote, OTF2_CommRef, OTF2_CommFlag) {
        self(data).communicators_[communicator] = {local, remote};
        return OTF2_CALLBACK_SUCCESS;
      }));
}

void Reader::read_definitions() {
  OTF2_GlobalDefReader* const reader = OTF2_Reader_GetGlobalDefReader(file_);
  if (reader == nullptr) throw std::string("it has no definitions");
  const std::unique_ptr<OTF2_GlobalDefReaderCallbacks,
                        decltype(&OTF2_GlobalDefReaderCallbacks_Delete)>
      callbacks(OTF2_GlobalDefReaderCallbacks_New(), OTF2_GlobalDefReaderCallbacks_Delete);
  register_definitions(callbacks.get());
  check(OTF2_Reader_RegisterGlobalDefCallbacks(file_, reader, callbacks.get(), this));
  std::uint64_t count = 0;
  check(OTF2_Reader_ReadAllGlobalDefinitions(file_, reader, &count));
  if (ticks_per_s_ == 0) throw std::string("its clock has no ticks");
  for (const auto& [region, known] : regions_) {
    function_of_region_[region] = static_cast<std::uint32_t>(archive_.functions.size());
    archive_.functions.push_back({strings_[known.name], known.role});
  }
}

void Reader::number_ranks() {
  for (const auto& [number, group] : groups_) {
    if (group.type == OTF2_GROUP_TYPE_COMM_LOCATIONS) locations_ = group.members;
  }
  for (std::uint32_t rank = 0; rank < locations_.size(); rank++) {
    archive_.lanes.push_back({.name = "", .process = rank});
  }
}

// Members of communicators are places among all locations, that is, ranks.
std::vector<std::uint32_t> Reader::ranks_of(OTF2_GroupRef number) const {
  std::vector<std::uint32_t> ranks;
  const auto group = groups_.find(number);
  if (group == groups_.end() || group->second.type != OTF2_GROUP_TYPE_COMM_GROUP) return ranks;
  for (const std::uint64_t member : group->second.members) {
    if (member >= locations_.size())
      throw std::string("a communicator has a member that is no rank");
    ranks.push_back(static_cast<std::uint32_t>(member));
  }
  return ranks;
}

void Reader::keep_communicators() {
  for (const auto& [communicator, groups] : communicators_) {
    number_of_communicator_[communicator] =
        static_cast<std::uint32_t>(archive_.communicators.size());
    archive_.communicators.push_back(
        {.name = "", .members = ranks_of(groups.local), .remote_members = ranks_of(groups.remote)});
  }
}

// Calls of MPI; those of the program are not looked at.
OTF2_CallbackCode Reader::pass(OTF2_TimeStamp time, OTF2_RegionRef region, Event::Kind kind) {
  const auto function = function_of_region_.find(region);
  if (function != function_of_region_.end()) emit(time, {.a = function->second, .kind = kind});
  return OTF2_CALLBACK_SUCCESS;
}

// `event.b`: the archive's number of a communicator.
OTF2_CallbackCode Reader::use(OTF2_TimeStamp time, Event event) {
  const auto communicator = number_of_communicator_.find(event.b);
  if (communicator == number_of_communicator_.end()) return OTF2_CALLBACK_INTERRUPT;
  event.b = communicator->second;
  emit(time, event);
  return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode Reader::note(OTF2_TimeStamp time, Event event) {
  emit(time, event);
  return OTF2_CALLBACK_SUCCESS;
}

void Reader::register_calls(OTF2_EvtReaderCallbacks* callbacks) {
  check(OTF2_EvtReaderCallbacks_SetEnterCallback(
      callbacks, [](Location, Time time, Position, void* data, List*, OTF2_RegionRef region) {
        return self(data).pass(time, region, Event::Kind::enter);
      }));
  check(OTF2_EvtReaderCallbacks_SetLeaveCallback(
      callbacks, [](Location, Time time, Position, void* data, List*, OTF2_RegionRef region) {
        return self(data).pass(time, region, Event::Kind::leave);
      }));
  check(OTF2_EvtReaderCallbacks_SetMpiCollectiveEndCallback(
      callbacks, [](Location, Time time, Position, void* data, List*, OTF2_CollectiveOp operation,
                    OTF2_CommRef communicator, std::uint32_t root, std::uint64_t sent_bytes,
                    std::uint64_t received_bytes) {
        return self(data).use(time, {.size_bytes = sent_bytes,
                                     .received_bytes = received_bytes,
                                     .a = operation,
                                     .b = communicator,
                                     .c = root,
                                     .kind = Event::Kind::collective_end});
      }));
}

void Reader::register_messages(OTF2_EvtReaderCallbacks* callbacks) {
  check(OTF2_EvtReaderCallbacks_SetMpiSendCallback(
      callbacks, [](Location, Time time, Position, void* data, List*, std::uint32_t peer,
                    OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t size_bytes) {
        return self(data).use(time, {.size_bytes = size_bytes,
                                     .a = peer,
                                     .b = communicator,
                                     .c = tag,
                                     .kind = Event::Kind::send});
      }));
  check(OTF2_EvtReaderCallbacks_SetMpiRecvCallback(
      callbacks, [](Location, Time time, Position, void* data, List*, std::uint32_t peer,
                    OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t size_bytes) {
        return self(data).use(time, {.size_bytes = size_bytes,
                                     .a = peer,
                                     .b = communicator,
                                     .c = tag,
                                     .kind = Event::Kind::receive});
      }));
  check(OTF2_EvtReaderCallbacks_SetMpiIsendCallback(
      callbacks, [](Location, Time time, Position, void* data, List*, std::uint32_t peer,
                    OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t size_bytes,
                    std::uint64_t request) {
        return self(data).use(time, {.size_bytes = size_bytes,
                                     .request = request,
                                     .a = peer,
                                     .b = communicator,
                                     .c = tag,
                                     .kind = Event::Kind::isend});
      }));
  check(OTF2_EvtReaderCallbacks_SetMpiIrecvCallback(
      callbacks, [](Location, Time time, Position, void* data, List*, std::uint32_t peer,
                    OTF2_CommRef communicator, std::uint32_t tag, std::uint64_t size_bytes,
                    std::uint64_t request) {
        return self(data).use(time, {.size_bytes = size_bytes,
                                     .request = request,
                                     .a = peer,
                                     .b = communicator,
                                     .c = tag,
                                     .kind = Event::Kind::irecv});
      }));
  check(OTF2_EvtReaderCallbacks_SetMpiIsendCompleteCallback(
      callbacks, [](Location, Time time, Position, void* data, List*, std::uint64_t request) {
        return self(data).note(time, {.request = request, .kind = Event::Kind::isend_complete});
      }));
  check(OTF2_EvtReaderCallbacks_SetMpiIrecvRequestCallback(
      callbacks, [](Location, Time time, Position, void* data, List*, std::uint64_t request) {
        return self(data).note(time, {.request = request, .kind = Event::Kind::receive_posted});
      }));
}

// libotf2 wants all locations chosen, then files opened, before it reads any.
void Reader::read_events() {
  for (const std::uint64_t location : locations_)
    check(OTF2_Reader_SelectLocation(file_, location));
  const bool has_local_definitions = OTF2_Reader_OpenDefFiles(file_) == OTF2_SUCCESS;
  check(OTF2_Reader_OpenEvtFiles(file_));
  for (const std::uint64_t location : locations_) {
    OTF2_DefReader* const definitions =
        has_local_definitions ? OTF2_Reader_GetDefReader(file_, location) : nullptr;
    if (definitions == nullptr) continue;
    std::uint64_t count = 0;
    check(OTF2_Reader_ReadAllLocalDefinitions(file_, definitions, &count));
    check(OTF2_Reader_CloseDefReader(file_, definitions));
  }
  if (has_local_definitions) check(OTF2_Reader_CloseDefFiles(file_));
  const std::unique_ptr<OTF2_EvtReaderCallbacks, decltype(&OTF2_EvtReaderCallbacks_Delete)>
      callbacks(OTF2_EvtReaderCallbacks_New(), OTF2_EvtReaderCallbacks_Delete);
  register_calls(callbacks.get());
  register_messages(callbacks.get());
  for (rank_ = 0; rank_ < locations_.size(); rank_++) {
    OTF2_EvtReader* const reader = OTF2_Reader_GetEvtReader(file_, locations_[rank_]);
    if (reader == nullptr) throw std::string("a rank has no events");
    check(OTF2_Reader_RegisterEvtCallbacks(file_, reader, callbacks.get(), this));
    std::uint64_t count = 0;
    check(OTF2_Reader_ReadAllLocalEvents(file_, reader, &count));
    check(OTF2_Reader_CloseEvtReader(file_, reader));
  }
  check(OTF2_Reader_CloseEvtFiles(file_));
}

void Reader::read() {
  check(OTF2_Reader_SetSerialCollectiveCallbacks(file_));
  read_definitions();
  number_ranks();
  keep_communicators();
  read_events();
}

OTF2_ErrorCode stay_quiet(void*, const char*, std::uint64_t, const char*, OTF2_ErrorCode code,
                          const char*, va_list) {
  return code;
}

}  // namespace
}  // namespace smpi::record::otf2

extern "C" __attribute__((visibility("default"))) std::string smpi_read_otf2(
    const std::string& anchor, smpi::record::otf2::Archive& archive, smpi::record::otf2::Take take,
    void* sink) {
  OTF2_Error_RegisterCallback(smpi::record::otf2::stay_quiet, nullptr);
  try {
    smpi::record::otf2::Reader(anchor, archive, take, sink).read();
    return "";
  } catch (const std::string& problem) {
    return problem;
  }
}
