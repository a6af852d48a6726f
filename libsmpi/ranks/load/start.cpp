// SPDX-License-Identifier: BSD-3-Clause
//
// The initial process stack, built by hand, and the jump.
#include "libsmpi/ranks/load/start.h"

#include <alloca.h>
#include <elf.h>
#include <sys/auxv.h>

#include <array>
#include <cstddef>
#include <cstring>

namespace smpi::load {
namespace {

// What programs ask for by getauxval or by walking past their environment. The program's own
// headers and base are left out: they would be those of smpirun.
constexpr std::array<unsigned long, 9> passed_entries = {
    AT_PAGESZ, AT_CLKTCK, AT_HWCAP, AT_HWCAP2, AT_PLATFORM, AT_RANDOM, AT_UID, AT_GID, AT_SECURE};

std::size_t count_entries(char* const* list) {
  std::size_t count = 0;
  while (list != nullptr && list[count] != nullptr) count++;
  return count;
}

[[noreturn]] __attribute__((no_sanitize("address"))) void jump(std::uint64_t* stack,
                                                               EntryPoint entry) {
  // rdx is the function that the dynamic linker wants called at exit: none. A zero frame pointer
  // ends the chain of frames.
  asm volatile(
      "mov %0, %%rsp\n\t"
      "xor %%edx, %%edx\n\t"
      "xor %%ebp, %%ebp\n\t"
      "jmp *%1"
      :
      : "r"(stack), "r"(entry)
      : "memory", "rdx");
  __builtin_unreachable();
}

}  // namespace

void jump_to_entry(EntryPoint entry, std::span<const std::string> argv, char** environment,
                   char*** environment_variable) {
  const std::size_t environment_count = count_entries(environment);
  std::size_t text_bytes = 0;
  for (const std::string& argument : argv) text_bytes += argument.size() + 1;
  auto* text = static_cast<char*>(alloca(text_bytes));
  // argc, argv and nullptr, environment and nullptr, pairs of entries and the final pair
  const std::size_t words = argv.size() + environment_count + 2 * passed_entries.size() + 5;
  auto* block = static_cast<std::uint64_t*>(alloca((words + 2) * sizeof(std::uint64_t)));
  block += (reinterpret_cast<std::uintptr_t>(block) / sizeof(std::uint64_t)) % 2;  // 16 bytes

  std::uint64_t* next = block;
  const auto append = [&](const void* pointer) {
    *next++ = reinterpret_cast<std::uint64_t>(pointer);
  };
  *next++ = argv.size();
  for (const std::string& argument : argv) {
    append(text);
    std::memcpy(text, argument.c_str(), argument.size() + 1);
    text += argument.size() + 1;
  }
  append(nullptr);
  *environment_variable = reinterpret_cast<char**>(next);
  for (std::size_t i = 0; i < environment_count; i++) append(environment[i]);
  append(nullptr);
  for (const unsigned long kind : passed_entries) {
    *next++ = kind;
    *next++ = getauxval(kind);
  }
  *next++ = AT_NULL;
  *next++ = 0;
  jump(block, entry);
}

}  // namespace smpi::load
