// SPDX-License-Identifier: BSD-3-Clause
//
// Writing machine code:
//
//   68 <number, 4 bytes>                     push number
//   ff 25 00 00 00 00 <address, 8 bytes>     jmp entry
#include "libsmpi/cost/modeled/overlay/stubs.h"

#include <sys/mman.h>

#include <array>
#include <cstdint>
#include <cstring>

#include "kernel/error.h"

// xor %eax, %eax; ret: touches nothing that a caller may rely on but the result.
asm(".text\n"
    ".hidden smpi_overlay_nothing\n"
    ".globl smpi_overlay_nothing\n"
    ".type smpi_overlay_nothing, @function\n"
    "smpi_overlay_nothing:\n"
    "xorl %eax, %eax\n"
    "ret\n"
    ".size smpi_overlay_nothing, . - smpi_overlay_nothing\n");
extern "C" void smpi_overlay_nothing();

namespace smpi::modeled {
namespace {

constexpr std::size_t stub_bytes = 32;
constexpr unsigned char push = 0x68;
constexpr std::array<unsigned char, 6> jump = {0xff, 0x25, 0, 0, 0, 0};

}  // namespace

Stubs::~Stubs() {
  if (code_ != nullptr) munmap(code_, size_bytes_);
}

void Stubs::make(std::size_t count, const void* entry) {
  SIM_ASSERT(code_ == nullptr, "stubs are made once");
  if (count == 0) return;
  size_bytes_ = count * stub_bytes;
  void* memory =
      mmap(nullptr, size_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  SIM_ASSERT(memory != MAP_FAILED, "no memory for the stubs of replaced functions");
  code_ = static_cast<std::byte*>(memory);
  const auto target = reinterpret_cast<std::uint64_t>(entry);
  for (std::size_t i = 0; i < count; i++) {
    std::byte* at = code_ + i * stub_bytes;
    const auto number = static_cast<std::uint32_t>(i);
    std::memcpy(at, &push, 1);
    std::memcpy(at + 1, &number, sizeof number);
    std::memcpy(at + 5, jump.data(), jump.size());
    std::memcpy(at + 11, &target, sizeof target);
  }
  mprotect(code_, size_bytes_, PROT_READ | PROT_EXEC);
}

const void* Stubs::address(std::size_t number) const {
  return code_ + number * stub_bytes;
}

const void* empty_function() {
  return reinterpret_cast<const void*>(&smpi_overlay_nothing);
}

}  // namespace smpi::modeled
