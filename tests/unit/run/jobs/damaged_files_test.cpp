// SPDX-License-Identifier: BSD-3-Clause
//
// Damaged matrices, rankfiles, jobs files, graphs, scenarios, power files and descriptions of
// topologies: each is read or refused with an InputError, whatever bytes were changed, inserted,
// removed or doubled. SMPI_DAMAGED_FILES says how many of each; the daily number is a sample.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>

#include "kernel/error.h"
#include "kernel/random_stream.h"
#include "libsmpi/run/jobs/allocation.h"
#include "libsmpi/run/placement/policy.h"
#include "models/readers/scenario.h"
#include "models/readers/short_platform.h"

namespace smpi {
namespace {

constexpr int daily_count = 500;

constexpr const char* matrix_text =
    "source,destination,bytes,messages,origin\n0,1,8000,1,p2p\n1,2,64,2,collective\n3,0,1e3,4,"
    "rma\n";
constexpr const char* rankfile_text =
    "# ranks\nrank 0=host-0\nrank 1=host-1 slot=0:1\nrank 2=host-2\nrank 3=host-3\n";
constexpr const char* jobs_text =
    "[[job]]\nname = 'a'\nprogram = './a'\nargs = ['1', '2']\nnp = 4\nhosts = '0-6:2'\n"
    "placement = 'random:3'\nstart = '10s'\nrepeat = 2\n"
    "[[job]]\nname = 'b'\nprogram = 'b'\nnp = 3\nallocation = 'random:7'\nmeasure = false\n"
    "repeat = 'forever'\n"
    "[[traffic]]\nhosts = ['host-0', 'host-3']\npattern = 'shift:1'\nmessage = '64KiB'\n"
    "load = 0.3\narrival = 'periodic'\nfrom = 1\nuntil = '5s'\nfluid = true\n";

constexpr const char* scenario_text =
    "[[event]]\nat = '1s'\nfor = '5s'\nwhat = 'link'\nname = 'random:0.5'\naction = "
    "'bandwidth*0.5'\n"
    "[[event]]\nat = 3\nwhat = 'host'\nname = ['host-1', 'host-2']\naction = 'off'\n"
    "[[slow]]\nhosts = 'random:0.25'\nfactor = 0.9\nfrom = '10s'\n"
    "[[noise]]\nkind = 'periodic'\nperiod = '10ms'\nduration = '100us'\nphase = 'random'\n"
    "hosts = 'all'\n[[noise]]\nkind = 'poisson'\nrate = 50\nduration = 'exponential:50us'\n"
    "[failures]\nmtbf_node = '8760h'\ndistribution = 'weibull:0.7'\nrepair = '4h'\n";

constexpr const char* graph_text =
    "# a ring\n0 1\n1 2 100Gbps 1us\n2 3 100Gbps 1us 4\n3 0\nhosts 2 0\nhosts 3 5\n";

constexpr const char* targets_text =
    "[[event]]\nat = '1s'\nfor = '5s'\nwhat = 'switch'\nname = ['df_router_1', 'df_router_2']\n"
    "action = 'off'\n"
    "[[event]]\nat = 2\nwhat = 'group'\nname = 'df_group_1'\naction = 'off'\n"
    "[[event]]\nat = 3\nwhat = 'group'\nname = 'df_group_1'\naction = 'on'\n"
    "[[event]]\nat = 3\nwhat = 'switch'\nname = 'random:0.2'\naction = 'bandwidth*0.5'\n";

constexpr const char* power_text =
    "wattage_per_state = '95:120:200'\n'wattage_per_state.dgemm' = '95:130:240'\nwattage_off = 10\n"
    "link_wattage.global = '1:3'\n'link_wattage_off.host' = 0.5\nlink_energy_per_byte.local = "
    "1e-9\n"
    "link_energy_per_packet.local = '2e-6'\nlink_mtu = 1500\nlink_energy_per_packet.host = 1e-6\n"
    "nic_wattage = 'preset:nic'\nswitch_wattage = '151:0.69:0.92'\nswitch_wattage_off = 5\n";

constexpr const char* topologies_text[] = {"star:6;rails=2",
                                           "fat-tree:2;2,3;1,2;1,2;rails=3",
                                           "kary-tree:2,3",
                                           "clos:4",
                                           "torus:3x2x2",
                                           "mesh:3x3",
                                           "hypercube:3",
                                           "express-mesh:4x4;gap=2",
                                           "hyperx:3x2;hosts=2;width=1x2",
                                           "dragonfly:3,1;2,1;2,1;2",
                                           "df:1,2,1,3;arrangement=absolute",
                                           "df+:2,2,2,2,3",
                                           "slimfly:3;hosts=1",
                                           "polarfly:2;hosts=1",
                                           "jellyfish:6,3;hosts=2;seed=3"};

std::string damaged(std::string text, kernel::RandomStream& stream) {
  for (std::uint64_t edits = 1 + stream.next() % 4; edits > 0 && !text.empty(); edits--) {
    const std::size_t at = stream.next() % text.size();
    const std::size_t other = stream.next() % text.size();
    switch (stream.next() % 6) {
      case 0:
        text[at] = static_cast<char>(stream.next());
        break;
      case 1:
        text[at] = text[other];
        break;
      case 2:
        text.erase(at, 1 + stream.next() % 8);
        break;
      case 3:
        text.insert(at, text.substr(other, 1 + stream.next() % 16));
        break;
      case 4:
        text.insert(at, 1, "0123456789-:,.=#'\"[]\n"[stream.next() % 21]);
        break;
      default:
        if (stream.next() % 8 == 0) text.resize(at);
        break;
    }
  }
  return text;
}

class DamagedFiles : public ::testing::Test {
 protected:
  DamagedFiles() : platform_(models::make_short_platform("mesh:4x4", {})) {
    ::close(::mkstemp(path_));
  }
  ~DamagedFiles() override { ::unlink(path_); }

  // How many of them were refused; reading must end with a result or an InputError.
  int refused(const char* text, const std::function<void(const std::string& path)>& read) const {
    const char* wanted = std::getenv("SMPI_DAMAGED_FILES");
    count_ = wanted == nullptr ? daily_count : std::atoi(wanted);
    kernel::RandomStream stream(1, 1);
    int refused_count = 0;
    for (int i = 0; i < count_; i++) {
      const std::string content = damaged(text, stream);
      SCOPED_TRACE(content);
      std::ofstream(path_, std::ios::binary | std::ios::trunc) << content;
      try {
        read(path_);
      } catch (const kernel::InputError& error) {
        EXPECT_STRNE(error.what(), "");
        refused_count++;
      }
    }
    return refused_count;
  }

  models::Platform platform_;
  mutable int count_ = 0;

 private:
  char path_[26] = "/tmp/damaged_files_XXXXXX";
};

TEST_F(DamagedFiles, Matrices) {
  const int bad = refused(matrix_text, [&](const std::string& path) {
    placement::place_ranks(placement::parse_placement("comm:" + path), platform_,
                           placement::all_nodes(platform_), 4);
  });
  EXPECT_GT(bad, count_ / 2);
  EXPECT_LT(bad, count_);
}

TEST_F(DamagedFiles, Rankfiles) {
  const int bad = refused(rankfile_text, [&](const std::string& path) {
    placement::place_ranks(placement::parse_placement("rankfile:" + path), platform_,
                           placement::all_nodes(platform_), 4);
  });
  EXPECT_GT(bad, count_ / 2);
  EXPECT_LT(bad, count_);
}

TEST_F(DamagedFiles, JobFiles) {
  const int bad = refused(jobs_text, [&](const std::string& path) {
    jobs::allocate(jobs::read_job_file(path, platform_).jobs, platform_);
  });
  EXPECT_GT(bad, count_ / 2);
  EXPECT_LT(bad, count_);
}

TEST_F(DamagedFiles, Graphs) {
  const int bad = refused(graph_text, [&](const std::string& path) {
    models::make_short_platform("graph:" + path + ";hosts=2", {});
  });
  EXPECT_GT(bad, count_ / 4);
  EXPECT_LT(bad, count_);
}

TEST_F(DamagedFiles, Scenarios) {
  const int bad = refused(scenario_text, [&](const std::string& path) {
    models::Platform platform = models::make_short_platform("mesh:4x4", {});
    models::add_scenario(path, platform, 1);
  });
  EXPECT_GT(bad, count_ / 4);
  EXPECT_LT(bad, count_);
}

TEST_F(DamagedFiles, TargetsOfScenarios) {
  const int bad = refused(targets_text, [&](const std::string& path) {
    models::Platform platform = models::make_short_platform("df:1,2,1,3", {});
    models::add_scenario(path, platform, 1);
  });
  EXPECT_GT(bad, count_ / 4);
  EXPECT_LT(bad, count_);
}

TEST_F(DamagedFiles, PowerFiles) {
  models::ShortPlatformOptions options;
  const int bad = refused(power_text, [&](const std::string& path) {
    options.power_file = path;
    models::make_short_platform("df:1,2,1,3", options);
  });
  EXPECT_GT(bad, count_ / 4);
  EXPECT_LT(bad, count_);
}

// Numbers that have grown into a platform of thousands of links are left out: nothing is wrong with
// them, but they take long.
TEST_F(DamagedFiles, TopologyParameters) {
  const auto is_large = [](const std::string& text) {
    const bool is_power = text.starts_with("kary") || text.starts_with("hyperc");
    double product = 1;
    double number = 0;
    for (const char character : text + ";") {
      const bool is_digit = '0' <= character && character <= '9';
      if (!is_digit && number > 0) product *= number;
      number = is_digit ? 10 * number + (character - '0') : 0;
    }
    return product > (is_power ? 12 : 2000);
  };
  for (const char* topology : topologies_text) {
    refused(topology, [&](const std::string& path) {
      std::ifstream file(path, std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      if (is_large(text)) return;
      models::make_short_platform(text, {});
    });
  }
}

}  // namespace
}  // namespace smpi
