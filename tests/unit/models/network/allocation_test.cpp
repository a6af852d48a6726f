// SPDX-License-Identifier: BSD-3-Clause
//
// The hot path allocates nothing after warm-up: every operator new of this program is counted while
// rounds of the same traffic, alone, in pairs and contended, repeat.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

#include "models/network/network.h"
#include "models/readers/short_platform.h"

namespace {
std::size_t allocation_count = 0;
}

[[gnu::noinline]] void* operator new(std::size_t bytes) {
  allocation_count++;
  void* memory = std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
// std::stable_sort takes this one. Without it here it would be a sanitizer's, which refuses our
// operator delete.
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  allocation_count++;
  return std::malloc(bytes);
}
[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  allocation_count++;
  const auto align = static_cast<std::size_t>(alignment);
  void* memory = std::aligned_alloc(align, (bytes + align - 1) / align * align);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace smpi::models {
namespace {

TEST(NetworkAllocation, NothingAfterWarmUp) {
  struct Context {
    kernel::Engine engine;
    std::unique_ptr<Network> network;
    kernel::Actor* actor = nullptr;
    std::size_t left = 0;

    void start(HostId source, HostId destination, double size_bytes) {
      left++;
      network->start({.source = source,
                      .destination = destination,
                      .size_bytes = size_bytes,
                      .done =
                          [](void* owner, std::uint32_t) {
                            auto* self = static_cast<Context*>(owner);
                            if (--self->left == 0) self->engine.wake(*self->actor);
                          },
                      .owner = this,
                      .argument = 0});
    }
  } context;
  Platform platform = make_short_platform(
      "fat-tree:2;4,4;1,2;1,1",
      {.host_speed = "1Gf", .link = "10Gbps,24us", .core_count = 1, .loopback = ""});
  kernel::Options options;
  options.declare(Network::options());
  context.network = Network::make(context.engine, platform, options);
  std::size_t warm_count = 0;
  std::size_t end_count = 0;
  constexpr int rounds = 60;
  context.engine.spawn(
      [&] {
        context.actor = context.engine.current();
        for (int round = 0; round < rounds; round++) {
          if (round == rounds / 2) warm_count = allocation_count;
          const auto distance = static_cast<HostId>(1U << (round % 4));
          context.start(0, distance, 1000);
          while (context.left > 0) context.engine.block();
          for (HostId host = 0; host < 16; host++) {
            context.start(host, host ^ distance, 1000);
            context.start(host, (host + distance) % 16, 100.0 * (host + 1));
          }
          while (context.left > 0) context.engine.block();
        }
        end_count = allocation_count;
      },
      nullptr);
  context.engine.run();
  EXPECT_GT(warm_count, 0U);
  EXPECT_EQ(end_count, warm_count);
}

}  // namespace
}  // namespace smpi::models
