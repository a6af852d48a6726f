// SPDX-License-Identifier: BSD-3-Clause
//
// The same random messages on the same platform file, by our network and by SimGrid: do they end
// at the same times? Built only where SimGrid is installed; nothing of the product links it.
//
// SimGrid keeps one engine a process, so each of its runs is a child that writes its times into a
// pipe. Where SimGrid 3.32 itself leaves the equations of MODELS 1 to 4, by cause:
//
// - surf/precision, 1e-9 s absolute: events that close are one, which moves ends of short messages
//   by 1e-6 to 4e-4 relative. The tests set it to 1e-13; then the largest difference is 7e-13.
// - lazy updates (network/optim:Lazy, the default): when flows enter a crowded network at different
//   times, as they do with the latency factors of SMPI, some rates are not brought up to date: 22 %
//   among 400 messages of 16 hosts started at once. With network/optim:Full, which the tests set,
//   or with maxmin/precision:1e-12, the same messages agree.
// - maxmin/precision, absolute: smaller than about 1e-11 it ends in its "Cannot saturate more" and
//   a crash.
// - network/model:IB counts a sender as long as the run lasts, also when its messages have ended,
//   so only messages before the first end agree. Not tested here; closed forms are in
//   infiniband_test.
// - flows without latency have penalty 1 and starve beside others (MODELS 10.1): no platform here
//   has such a route.
#include <simgrid/s4u.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "models/network/network.h"
#include "models/readers/xml_platform.h"

namespace {

namespace sg = simgrid::s4u;
namespace kernel = smpi::kernel;
namespace models = smpi::models;

constexpr double header_bytes = 16;  // ours adds it, SimGrid's s4u does not

struct Message {
  std::string source;
  std::string destination;
  double start_s;
  double size_bytes;
};

// How the messages of a case are spread.
struct Load {
  std::size_t count;
  std::size_t host_count;  // taken from the first hosts: fewer hosts, more contention
  double span_s;           // starts are uniform in it; 0: all at once
};

std::vector<Message> make_messages(const std::vector<std::string>& hosts, const Load& load,
                                   std::uint32_t seed) {
  std::mt19937 random(seed);
  const std::size_t host_count = std::min(load.host_count, hosts.size());
  const std::size_t stride = hosts.size() / host_count;
  std::uniform_int_distribution<std::size_t> host(0, host_count - 1);
  std::uniform_real_distribution<double> start_s(0, load.span_s);
  std::uniform_real_distribution<double> magnitude(0, 6);
  std::vector<Message> messages;
  while (messages.size() < load.count) {
    const std::size_t source = host(random) * stride;
    const std::size_t destination = host(random) * stride;
    if (source == destination) continue;
    messages.push_back({hosts[source], hosts[destination], load.span_s > 0 ? start_s(random) : 0,
                        std::floor(std::pow(10, magnitude(random)))});
  }
  return messages;
}

// Ends by SimGrid, in a child process.
std::vector<double> simulate_theirs(const std::string& platform,
                                    const std::vector<std::string>& config,
                                    const std::vector<Message>& messages) {
  std::vector<double> ends(messages.size(), -1);
  int ends_pipe[2];
  if (pipe(ends_pipe) != 0) std::exit(2);
  const pid_t child = fork();
  if (child == 0) {
    close(ends_pipe[0]);
    std::vector<std::string> words = {"flow_oracle", "--log=root.thres:critical"};
    for (const std::string& word : config) words.push_back("--cfg=" + word);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    int count = static_cast<int>(words.size());
    sg::Engine engine(&count, arguments.data());
    engine.load_platform(platform);
    for (std::size_t i = 0; i < messages.size(); i++) {
      const Message& message = messages[i];
      sg::Actor::create("sender", engine.host_by_name(message.source), [&, i] {
        sg::this_actor::sleep_until(messages[i].start_s);
        sg::Comm::sendto_init(engine.host_by_name(messages[i].source),
                              engine.host_by_name(messages[i].destination))
            ->set_payload_size(messages[i].size_bytes + header_bytes)
            ->wait();
        ends[i] = sg::Engine::get_clock();
      });
    }
    engine.run();
    const char* bytes = reinterpret_cast<const char*>(ends.data());
    for (std::size_t left = ends.size() * sizeof(double); left > 0;) {
      const ssize_t written = write(ends_pipe[1], bytes, left);
      if (written <= 0) _exit(2);
      bytes += written;
      left -= static_cast<std::size_t>(written);
    }
    _exit(0);
  }
  close(ends_pipe[1]);
  char* bytes = reinterpret_cast<char*>(ends.data());
  for (std::size_t left = ends.size() * sizeof(double); left > 0;) {
    const ssize_t got = read(ends_pipe[0], bytes, left);
    if (got <= 0) break;
    bytes += got;
    left -= static_cast<std::size_t>(got);
  }
  close(ends_pipe[0]);
  waitpid(child, nullptr, 0);
  return ends;
}

// Ends by our network.
struct Ours {
  kernel::Engine engine;
  models::Platform platform;
  kernel::Options options;
  std::unique_ptr<models::Network> network;
  const std::vector<Message>* messages = nullptr;
  std::vector<double> ends;
  std::size_t left = 0;

  explicit Ours(const std::string& platform_file)
      : platform(models::read_platform_file(platform_file)) {}

  std::vector<double> simulate(const std::vector<std::string>& config,
                               const std::vector<Message>& all) {
    options.declare(models::Network::options());
    for (const std::string& word : config) {
      const bool is_ours = word.starts_with("network/") && !word.starts_with("network/optim") &&
                           !word.starts_with("network/maxmin");
      if (is_ours) options.set_from_argument(word);
    }
    network = models::Network::make(engine, platform, options);
    messages = &all;
    ends.assign(all.size(), -1);
    left = all.size();
    for (std::uint32_t i = 0; i < all.size(); i++) {
      engine.events().schedule(
          all[i].start_s, kernel::Priority::timer,
          [](void* self, std::uint32_t index) { static_cast<Ours*>(self)->start(index); }, this, i);
    }
    engine.spawn([this] { engine.sleep(1e9); }, nullptr);
    engine.run();
    return ends;
  }
  void start(std::uint32_t index) {
    const Message& message = (*messages)[index];
    network->start({.source = *platform.find_host(message.source),
                    .destination = *platform.find_host(message.destination),
                    .size_bytes = message.size_bytes,
                    .done =
                        [](void* self, std::uint32_t ended) {
                          auto* ours = static_cast<Ours*>(self);
                          ours->ends[ended] = ours->engine.now_s();
                          if (--ours->left == 0) ours->engine.stop();
                        },
                    .owner = this,
                    .argument = index});
  }
};

std::vector<std::string> host_names(const std::string& platform_file) {
  const models::Platform platform = models::read_platform_file(platform_file);
  std::vector<std::string> names;
  for (models::HostId host = 0; host < platform.hosts.count(); host++) {
    names.emplace_back(platform.hosts.name[host]);
  }
  return names;
}

}  // namespace

// Usage: flow_oracle PLATFORM.xml SEEDS TOLERANCE [CFG...]: exit status 1 when an end differs by
// more than TOLERANCE, relative to the time from the message's start.
int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const std::string platform = argv[1];
  const auto seeds = static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10));
  const double tolerance = std::strtod(argv[3], nullptr);
  const std::vector<std::string> config(argv + 4, argv + argc);
  const std::vector<std::string> hosts = host_names(platform);
  const Load loads[] = {{1, 64, 0},      {20, 64, 0},    {20, 4, 1e-3},
                        {200, 64, 1e-2}, {200, 8, 5e-2}, {400, 16, 0}};
  double largest = 0;
  for (std::uint32_t seed = 0; seed < seeds; seed++) {
    const Load& load = loads[seed % std::size(loads)];
    const std::vector<Message> messages = make_messages(hosts, load, seed);
    const std::vector<double> theirs = simulate_theirs(platform, config, messages);
    const std::vector<double> ours = Ours(platform).simulate(config, messages);
    for (std::size_t i = 0; i < messages.size(); i++) {
      const double difference = std::abs(ours[i] - theirs[i]) / (theirs[i] - messages[i].start_s);
      if (difference > tolerance) {
        std::printf("seed %u: %s -> %s, %g B at %.9g s: ours %.12g, theirs %.12g, %.2g\n", seed,
                    messages[i].source.c_str(), messages[i].destination.c_str(),
                    messages[i].size_bytes, messages[i].start_s, ours[i], theirs[i], difference);
      }
      largest = std::max(largest, difference);
    }
  }
  std::printf("%s: %u cases, largest relative difference %.3g\n", platform.c_str(), seeds, largest);
  return largest <= tolerance ? 0 : 1;
}
