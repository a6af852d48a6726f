// SPDX-License-Identifier: BSD-3-Clause
//
// What smpi-packets and its helper for several processes (mpi_helper.cpp) tell each other.
//
// They share a socket. The helper begins with its number and how many processes there are. Then
// smpi-packets asks, and the helper answers once all processes have asked the same. All is 64-bit
// words: a request is its kind, the number of words that follow, and these; an answer the number of
// words, and these.
//
//   share     signed numbers                  the least of each, over all processes
//   exchange  for each process a number of    what the others have for this one, one behind the
//             words, then all of these words  other
//   meet      any words                       those of all: a number for each process, then words
//   collect   any words                       the same in process 0, nothing in the others
//   end       the exit status                 no answer
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <span>

namespace smpi::packets {

enum class Request : std::uint64_t { share, exchange, meet, collect, end };

// The number of the socket's descriptor, for whoever the helper has started.
inline constexpr const char* helper_variable = "SMPI_PACKETS_HELPER";
inline constexpr const char* helper_name = "smpi-packets-mpi";  // beside smpi-packets

// False when the other side has ended.
inline bool send_words(int socket, std::span<const std::uint64_t> words) {
  const char* data = reinterpret_cast<const char*>(words.data());
  std::size_t left = words.size_bytes();
  while (left > 0) {
    const ssize_t sent = write(socket, data, left);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    data += sent;
    left -= static_cast<std::size_t>(sent);
  }
  return true;
}

inline bool receive_words(int socket, std::span<std::uint64_t> words) {
  char* data = reinterpret_cast<char*>(words.data());
  std::size_t left = words.size_bytes();
  while (left > 0) {
    const ssize_t got = read(socket, data, left);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    data += got;
    left -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace smpi::packets
