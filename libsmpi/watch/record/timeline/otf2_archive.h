// SPDX-License-Identifier: BSD-3-Clause
//
// What libsmpi tells its writer of OTF2 archives, a library of its own that is opened when such an
// archive is wanted: programs that are simulated never meet libotf2, and neither does a build
// without it. smpi-packets reads archives through another one. Plain types, as both sides only
// share this file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace smpi::record::otf2 {

struct Event {
  enum class Kind : std::uint8_t {
    enter,           // a: function
    leave,           // a: function
    send,            // a: receiver, b: communicator, c: tag
    isend,           // the same, and request
    isend_complete,  // request
    receive_posted,  // request
    receive,         // a: sender, b: communicator, c: tag
    irecv,           // the same, and request
    cancelled,       // request
    collective_begin,
    collective_end  // a: number of the operation, b: communicator, c: root
  };
  std::uint64_t time_ns = 0;
  std::uint64_t size_bytes = 0;      // of a message; given to a collective
  std::uint64_t received_bytes = 0;  // got from a collective
  std::uint64_t request = 0;
  std::uint32_t lane = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  Kind kind = Kind::enter;
};

inline constexpr std::uint32_t no_root = 0xffffffffU;

struct Lane {
  std::string name;
  std::uint32_t process = 0;
  std::uint32_t thread = 0;
  std::uint32_t host = 0;
  std::optional<std::uint32_t> device = std::nullopt;  // of a stream
};
struct Host {
  std::uint32_t number = 0;
  std::string name;
};
struct Function {
  enum class Role : std::uint8_t {
    point_to_point,
    wait,
    barrier,
    one_to_all,
    all_to_one,
    all_to_all,
    other_collective,
    one_sided,
    file,
    other,
    device_call,  // of a rank
    device_work,
    device_copy
  };
  std::string name;
  Role role = Role::other;
};
struct Communicator {
  std::string name;
  std::vector<std::uint32_t> members;         // processes
  std::vector<std::uint32_t> remote_members;  // of an intercommunicator
};

struct Archive {
  std::string folder;
  std::uint64_t length_ns = 0;
  std::vector<Lane> lanes;
  std::vector<Host> hosts;
  std::vector<Function> functions;
  std::vector<Communicator> communicators;
  // The events of each lane in their order, those of lanes in any; false at the end.
  bool (*next)(void* source, Event& event) = nullptr;
  void* source = nullptr;
};

// Returns an empty string, or what went wrong.
using Write = std::string (*)(const Archive& archive);
inline constexpr const char* write_name = "smpi_write_otf2";
inline constexpr const char* library_name = "libsmpi/otf2_writer.so";  // beside libmpi_abi

// The way back: `anchor` is the file of an archive that its folder's others belong to. Fills lanes
// (of ranks, in their order), functions and communicators of `archive`, and gives the events of
// each rank in their order, of those of MPI functions; `lane` is the rank. Returns the same.
using Take = void (*)(void* sink, const Event& event);
using Read = std::string (*)(const std::string& anchor, Archive& archive, Take take, void* sink);
inline constexpr const char* read_name = "smpi_read_otf2";
inline constexpr const char* reader_library_name = "libsmpi/otf2_reader.so";

}  // namespace smpi::record::otf2
