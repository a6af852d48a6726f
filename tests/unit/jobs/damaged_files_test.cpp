// SPDX-License-Identifier: BSD-3-Clause
//
// Damaged matrices, rankfiles, jobs files, graphs and scenarios: each is read or refused with an
// InputError, whatever bytes were changed, inserted, removed or doubled. SMPI_DAMAGED_FILES says
// how many of each; the daily number is a sample.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>

#include "kernel/error.h"
#include "kernel/random_stream.h"
#include "libsmpi/jobs/allocation.h"
#include "libsmpi/placement/policy.h"
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

}  // namespace
}  // namespace smpi
