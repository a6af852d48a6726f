// SPDX-License-Identifier: BSD-3-Clause
//
// Writing by stdio, so that what the ranks print keeps its place among our own lines.
#include "kernel/print.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "kernel/error.h"
#include "kernel/printable.h"

namespace smpi::kernel {

namespace {

constexpr std::size_t line_bytes_max = 2000;  // of a message

void write_to_error(std::string_view text) {
  [[maybe_unused]] const std::size_t written = std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

void print_message(std::string_view text) {
  write_to_error(printable(with_short_lines(text, line_bytes_max)));
}

void erase_line() {
  write_to_error("\r\033[K");
}

void print_result(std::string_view text) {
  print_data(printable(text));
}

void print_data(std::string_view data) {
  const std::size_t written = std::fwrite(data.data(), 1, data.size(), stdout);
  if (written == data.size() && std::fflush(stdout) == 0) return;
  throw InputError(fmt::format("cannot write to standard output ({})", std::strerror(errno)));
}

void open_standard_descriptors() {
  for (const int wanted : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(wanted, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest number that is free is the wanted one.
    [[maybe_unused]] const int opened = open("/dev/null", O_RDWR);
  }
}

}  // namespace smpi::kernel
