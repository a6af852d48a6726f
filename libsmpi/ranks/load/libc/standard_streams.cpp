// SPDX-License-Identifier: BSD-3-Clause
//
// Exchanging the standard streams, and the functions by which a rank changes them.
//
// A stream that is not in place is parked: its contents are those of another FILE of libc, on a
// descriptor of its own, so that fflush(nullptr) writes them to the right file. A closed descriptor
// is held by one that can neither be read nor written (O_PATH): otherwise a file that the simulator
// opens meanwhile would become the rank's standard output.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/real_process.h"

namespace smpi::load {
namespace {

constexpr int first_own_descriptor = 3;

std::array<StandardStream, 3> shared;
std::array<StandardStream*, 3> in_place;

FILE* standard(int number) {
  static const std::array<FILE*, 3> streams = {stdin, stdout, stderr};
  return streams[number];
}

std::optional<int> number_of(const FILE* stream) {
  for (int number = 0; number < 3; number++) {
    if (stream == standard(number)) return number;
  }
  return std::nullopt;
}

int close_descriptor(int descriptor) {
  static auto* const next = next_function<int(int)>("close");
  return next(descriptor);
}

int close_file(FILE* file) {
  static auto* const next = next_function<int(FILE*)>("fclose");
  return next(file);
}

int closed_descriptor() {
  static const int descriptor = [] {
    const int root = ::open("/", O_PATH | O_CLOEXEC);
    const int high = fcntl(root, F_DUPFD_CLOEXEC, first_own_descriptor);
    close_descriptor(root);
    return high;
  }();
  return descriptor;
}

// Moves all but the place in libc's list and the lock. An unbuffered FILE points into itself.
void move_contents(FILE& to, FILE& from, int descriptor) {
  auto* const chain = to._chain;
  auto* const lock = to._lock;
  constexpr std::size_t with_functions = sizeof(FILE) + sizeof(void*);  // struct _IO_FILE_plus
  std::memcpy(static_cast<void*>(&to), &from, with_functions);
  to._chain = chain;
  to._lock = lock;
  to._fileno = descriptor;
  const auto begin = reinterpret_cast<std::uintptr_t>(&from);
  for (char** pointer = &to._IO_read_ptr; pointer <= &to._IO_save_end; pointer++) {
    const auto offset = reinterpret_cast<std::uintptr_t>(*pointer) - begin;
    if (offset < sizeof(FILE)) *pointer = reinterpret_cast<char*>(&to) + offset;
  }
  // Nothing is left that fflush(nullptr) could write twice.
  for (char** pointer = &from._IO_read_ptr; pointer <= &from._IO_save_end; pointer++) {
    *pointer = nullptr;
  }
  from._mode = 0;
}

// A FILE as libc makes that stream at the start of a process.
FILE* new_contents(int number, int descriptor) {
  static auto* const libc_fopen = next_function<FILE*(const char*, const char*)>("fopen");
  FILE* file = libc_fopen("/dev/null", number == STDIN_FILENO ? "r" : "w");
  if (file == nullptr) return nullptr;
  close_descriptor(file->_fileno);
  file->_fileno = descriptor;
  if (number == STDERR_FILENO) std::setvbuf(file, nullptr, _IONBF, 0);
  return file;
}

StandardStream closed_stream(int number) {
  const int descriptor = closed_descriptor();
  return {
      .contents = new_contents(number, descriptor), .descriptor = descriptor, .is_closed = true};
}

void release(StandardStream& stream) {
  std::fflush(stream.contents);
  if (stream.is_closed) stream.contents->_fileno = -1;
  close_file(stream.contents);
}

void note_shared_streams() {
  if (in_place[0] != nullptr) return;
  for (int number = 0; number < 3; number++) {
    const int descriptor = fcntl(number, F_DUPFD_CLOEXEC, first_own_descriptor);
    shared[number] = closed_stream(number);
    if (descriptor >= 0) {
      shared[number].descriptor = descriptor;
      shared[number].is_closed = false;
    }
    in_place[number] = &shared[number];
  }
  process_attributes_differ = true;
}

void exchange(int number, StandardStream& next) {
  static auto* const libc_dup3 = next_function<int(int, int, int)>("dup3");
  StandardStream& current = *in_place[number];
  if (&current == &next) return;
  move_contents(*current.contents, *standard(number), current.descriptor);
  libc_dup3(next.descriptor, number, 0);
  move_contents(*standard(number), *next.contents, number);
  in_place[number] = &next;
}

// The streams of the running rank, if `number` is one and the process is the simulating one.
LibcState* state_for(int number) {
  if (number < 0 || number > 2) return nullptr;
  LibcState* state = state_in_rank();
  return state != nullptr && in_simulating_process() ? state : nullptr;
}

StandardStreams& own_streams(LibcState& state) {
  note_shared_streams();
  if (state.streams == nullptr) state.streams = std::make_unique<StandardStreams>();
  return *state.streams;
}

bool is_closed(const LibcState* state, int number) {
  return state != nullptr && state->streams != nullptr && state->streams->is_closed(number);
}

int fail(int error) {
  errno = error;
  return -1;
}

int close_standard(LibcState& state, int number) {
  if (is_closed(&state, number)) return fail(EBADF);
  own_streams(state).replace(number, closed_stream(number));
  return 0;
}

// The standard descriptor `number` becomes a copy of `descriptor`.
int redirect(LibcState& state, int descriptor, int number) {
  if (is_closed(state_for(descriptor), descriptor)) return fail(EBADF);
  const int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, first_own_descriptor);
  if (copy < 0) return -1;
  if (descriptor == number) {
    close_descriptor(copy);
    return number;
  }
  FILE* contents = new_contents(number, copy);
  if (contents == nullptr) {
    close_descriptor(copy);
    return -1;
  }
  own_streams(state).replace(number, {.contents = contents, .descriptor = copy});
  return number;
}

FILE* reopen(LibcState& state, const char* name, const char* mode, int number) {
  StandardStreams& streams = own_streams(state);
  FILE* fresh = nullptr;
  if (name != nullptr) {
    fresh = std::fopen(name, mode);
  } else if (!is_closed(&state, number)) {
    const int copy = fcntl(number, F_DUPFD_CLOEXEC, first_own_descriptor);
    fresh = copy < 0 ? nullptr : fdopen(copy, mode);
  }
  const int error = errno;
  if (fresh == nullptr) {
    streams.replace(number, closed_stream(number));
    errno = error;
    return nullptr;
  }
  streams.replace(number, {.contents = fresh, .descriptor = fileno(fresh)});
  return standard(number);
}

}  // namespace

StandardStreams::~StandardStreams() {
  for (int number = 0; number < 3; number++) {
    if (!own_[number]) continue;
    exchange(number, shared[number]);
    release(*own_[number]);
  }
}

void StandardStreams::replace(int number, const StandardStream& stream) {
  if (number != STDIN_FILENO) std::fflush(standard(number));
  exchange(number, shared[number]);
  if (own_[number]) release(*own_[number]);
  own_[number] = stream;
  exchange(number, *own_[number]);
}

void put_in_place(StandardStreams* streams) {
  if (in_place[0] == nullptr) return;
  for (int number = 0; number < 3; number++) {
    StandardStream* own = streams == nullptr ? nullptr : streams->find(number);
    exchange(number, own == nullptr ? shared[number] : *own);
  }
}

int lowest_descriptor(LibcState& state, int descriptor) {
  if (state.streams == nullptr || descriptor < 0 || !in_simulating_process()) return descriptor;
  for (int number = 0; number < 3; number++) {
    if (!state.streams->is_closed(number)) continue;
    const int result = redirect(state, descriptor, number);
    close_descriptor(descriptor);
    return result;
  }
  return descriptor;
}

}  // namespace smpi::load

using smpi::load::LibcState;
using smpi::load::next_function;
using smpi::load::state_for;

SMPI_REPLACES_LIBC int fclose(FILE* stream) {
  const auto number =
      smpi::load::state_in_rank() == nullptr ? std::nullopt : smpi::load::number_of(stream);
  LibcState* state = number ? state_for(*number) : nullptr;
  if (state == nullptr) return smpi::load::close_file(stream);
  const int flushed = *number == STDIN_FILENO ? 0 : std::fflush(stream);
  return smpi::load::close_standard(*state, *number) == 0 ? flushed : EOF;
}

SMPI_REPLACES_LIBC FILE* freopen(const char* name, const char* mode, FILE* stream) {
  static auto* const next = next_function<FILE*(const char*, const char*, FILE*)>("freopen");
  const auto number = smpi::load::number_of(stream);
  LibcState* state = number ? state_for(*number) : nullptr;
  if (state == nullptr) return next(name, mode, stream);
  return smpi::load::reopen(*state, name, mode, *number);
}

SMPI_REPLACES_LIBC FILE* freopen64(const char* name, const char* mode, FILE* stream)
    __attribute__((alias("freopen")));

SMPI_REPLACES_LIBC int close(int descriptor) {
  LibcState* state = state_for(descriptor);
  if (state == nullptr) return smpi::load::close_descriptor(descriptor);
  return smpi::load::close_standard(*state, descriptor);
}

SMPI_REPLACES_LIBC int dup(int descriptor) noexcept {
  static auto* const next = next_function<int(int)>("dup");
  if (smpi::load::is_closed(state_for(descriptor), descriptor)) return smpi::load::fail(EBADF);
  LibcState* state = smpi::load::state_in_rank();
  const int copy = next(descriptor);
  return state == nullptr ? copy : smpi::load::lowest_descriptor(*state, copy);
}

SMPI_REPLACES_LIBC int dup2(int descriptor, int target) noexcept {
  static auto* const next = next_function<int(int, int)>("dup2");
  if (smpi::load::is_closed(state_for(descriptor), descriptor)) return smpi::load::fail(EBADF);
  LibcState* state = state_for(target);
  if (state == nullptr) return next(descriptor, target);
  return smpi::load::redirect(*state, descriptor, target);
}

SMPI_REPLACES_LIBC int dup3(int descriptor, int target, int flags) noexcept {
  static auto* const next = next_function<int(int, int, int)>("dup3");
  if (state_for(target) == nullptr || descriptor == target) return next(descriptor, target, flags);
  return dup2(descriptor, target);
}
