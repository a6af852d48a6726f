// SPDX-License-Identifier: BSD-3-Clause
//
// The same random reads and writes of one disk, by our model and by SimGrid: do they end at the
// same times? Built only where SimGrid is installed; nothing of the product links it.
//
// SimGrid keeps one engine a process, so each of its runs is a child that writes its times into a
// pipe. Its absolute precisions are made small, as in flow_oracle.cpp. It rounds what an access has
// moved to whole bytes whenever any access of the disk begins or ends: up to half a byte each time,
// so the accesses here are of 10 MB and more, and 1e-6 is the tolerance.
#include <simgrid/s4u.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

#include "models/host/disk.h"
#include "models/readers/short_platform.h"

namespace {

namespace sg = simgrid::s4u;
namespace kernel = smpi::kernel;
namespace models = smpi::models;

struct Access {
  models::DiskUse use;
  double start_s;
  double size_bytes;
};

struct Case {
  double read_bytes_per_s;
  double write_bytes_per_s;
  std::vector<Access> accesses;
};

Case make_case(std::uint32_t seed) {
  constexpr double ratios[] = {1, 0.4, 2.5, 0.01, 50};
  std::mt19937 random(seed);
  Case made{100e6, 100e6 * ratios[seed % std::size(ratios)], {}};
  std::uniform_int_distribution<int> use(0, 1);
  std::uniform_real_distribution<double> magnitude(7, 9);
  std::uniform_real_distribution<double> start_s(0, 20);
  const std::size_t count = 1 + seed % 40;
  while (made.accesses.size() < count) {
    made.accesses.push_back({use(random) == 0 ? models::DiskUse::read : models::DiskUse::write,
                             seed % 3 == 0 ? 0 : start_s(random),
                             std::floor(std::pow(10, magnitude(random)))});
  }
  return made;
}

[[noreturn]] void simulate_theirs_into(int pipe_end, const Case& given) {
  std::vector<double> ends(given.accesses.size(), -1);
  char name[] = "disk_oracle";
  char quiet[] = "--log=root.thres:critical";
  char precision[] = "--cfg=surf/precision:1e-13";
  char shares[] = "--cfg=maxmin/precision:1e-10";
  char* arguments[] = {name, quiet, precision, shares, nullptr};
  int count = 4;
  sg::Engine engine(&count, arguments);
  auto* const zone = sg::create_full_zone("world");
  auto* const host = zone->create_host("host", 1e9);
  auto* const disk = host->create_disk("disk", given.read_bytes_per_s, given.write_bytes_per_s);
  zone->seal();
  for (std::size_t i = 0; i < given.accesses.size(); i++) {
    sg::Actor::create("access", host, [&, i] {
      const Access& access = given.accesses[i];
      sg::this_actor::sleep_until(access.start_s);
      const auto bytes = static_cast<sg_size_t>(access.size_bytes);
      if (access.use == models::DiskUse::read) {
        disk->read(bytes);
      } else {
        disk->write(bytes);
      }
      ends[i] = sg::Engine::get_clock();
    });
  }
  engine.run();
  const std::size_t bytes = ends.size() * sizeof(double);
  _exit(write(pipe_end, ends.data(), bytes) == static_cast<ssize_t>(bytes) ? 0 : 2);
}

// A case has at most 40 ends: one write into a pipe, one read.
std::vector<double> simulate_theirs(const Case& given) {
  std::vector<double> ends(given.accesses.size(), -1);
  int ends_pipe[2];
  if (pipe(ends_pipe) != 0) std::exit(2);
  const pid_t child = fork();
  if (child == 0) simulate_theirs_into(ends_pipe[1], given);
  close(ends_pipe[1]);
  const std::size_t bytes = ends.size() * sizeof(double);
  if (read(ends_pipe[0], ends.data(), bytes) != static_cast<ssize_t>(bytes)) std::exit(2);
  close(ends_pipe[0]);
  waitpid(child, nullptr, 0);
  return ends;
}

struct Ours {
  kernel::Engine engine;
  models::Platform platform = models::make_short_platform("star:1", {});
  std::unique_ptr<models::Disks> disks;
  const Case* given = nullptr;
  std::vector<double> ends;

  std::vector<double> simulate(const Case& all) {
    platform.disks.push_back({"disk", 0, all.read_bytes_per_s, all.write_bytes_per_s, {}});
    disks = std::make_unique<models::Disks>(engine, platform);
    given = &all;
    ends.assign(all.accesses.size(), -1);
    for (std::uint32_t i = 0; i < ends.size(); i++) {
      engine.events().schedule(
          all.accesses[i].start_s, kernel::Priority::timer,
          [](void* self, std::uint32_t index) { static_cast<Ours*>(self)->start(index); }, this, i);
    }
    engine.spawn([this] { engine.sleep(1e9); }, nullptr);
    engine.run();
    return ends;
  }
  void start(std::uint32_t index) {
    const Access& access = given->accesses[index];
    disks->start({.disk = 0,
                  .use = access.use,
                  .size_bytes = access.size_bytes,
                  .done =
                      [](void* self, std::uint32_t ended) {
                        auto* ours = static_cast<Ours*>(self);
                        ours->ends[ended] = ours->engine.now_s();
                      },
                  .owner = this,
                  .argument = index});
  }
};

}  // namespace

// Usage: disk_oracle SEEDS TOLERANCE: exit status 1 when an end differs by more than TOLERANCE,
// relative to the time from the access's start.
int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const auto seeds = static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10));
  const double tolerance = std::strtod(argv[2], nullptr);
  double largest = 0;
  for (std::uint32_t seed = 0; seed < seeds; seed++) {
    const Case given = make_case(seed);
    const std::vector<double> theirs = simulate_theirs(given);
    const std::vector<double> ours = Ours().simulate(given);
    for (std::size_t i = 0; i < ours.size(); i++) {
      const Access& access = given.accesses[i];
      const double difference = std::abs(ours[i] - theirs[i]) / (theirs[i] - access.start_s);
      if (difference > tolerance) {
        std::printf("seed %u: %g B at %.9g s: ours %.12g, theirs %.12g, %.2g\n", seed,
                    access.size_bytes, access.start_s, ours[i], theirs[i], difference);
      }
      largest = std::max(largest, difference);
    }
  }
  std::printf("%u cases, largest relative difference %.3g\n", seeds, largest);
  return largest <= tolerance ? 0 : 1;
}
