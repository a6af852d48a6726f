// SPDX-License-Identifier: BSD-3-Clause
//
// Our getopt against libc's: the same answers, variables and order of the arguments, whatever the
// command line. Outside a rank getopt is libc's, inside it is ours; random words are drawn from
// few letters, so that clusters, abbreviations, "--" and missing arguments are all frequent.
#include <getopt.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/unit/ranks/load/fake_rank.h"

namespace smpi::load {
namespace {

enum class Form { plain, with_long, long_only };

struct Step {
  int result;
  int optind;
  int optopt;
  std::string argument;
  int long_index;
  int flag;
  bool operator==(const Step&) const = default;
};

void PrintTo(const Step& step, std::ostream* out) {
  *out << "{result " << step.result << " optind " << step.optind << " optopt " << step.optopt
       << " optarg " << step.argument << " index " << step.long_index << " flag " << step.flag
       << "}";
}

struct Walk {
  std::vector<Step> steps;
  std::vector<std::string> final_order;
};

struct Variables {
  int& optind;
  int& optopt;
  char*& optarg;
};

Walk walk(const std::vector<std::string>& words, const char* options, Form form,
          Variables variables) {
  int flag = 0;
  const option long_options[] = {
      {"alpha", no_argument, nullptr, 'A'},      {"alphabet", required_argument, nullptr, 'B'},
      {"beta", optional_argument, nullptr, 'C'}, {"flag", no_argument, &flag, 7},
      {"b", required_argument, nullptr, 'D'},    {nullptr, 0, nullptr, 0}};
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const int argc = static_cast<int>(words.size());
  Walk result;
  for (int step = 0; step < 50; step++) {
    int index = -1;
    int found = 0;
    switch (form) {
      case Form::plain:
        found = getopt(argc, argv.data(), options);
        break;
      case Form::with_long:
        found = getopt_long(argc, argv.data(), options, long_options, &index);
        break;
      case Form::long_only:
        found = getopt_long_only(argc, argv.data(), options, long_options, &index);
        break;
    }
    result.steps.push_back(
        {found, variables.optind, found == '?' || found == ':' ? variables.optopt : 0,
         variables.optarg == nullptr ? "(null)" : variables.optarg, index, flag});
    if (found == -1) break;
  }
  for (int i = 0; i < argc; i++) result.final_order.emplace_back(argv[i]);
  return result;
}

Walk libc_walk(const std::vector<std::string>& words, const char* options, Form form) {
  ::optind = 0;  // starts anew
  ::opterr = 0;
  return walk(words, options, form, {::optind, ::optopt, ::optarg});
}

Walk our_walk(const std::vector<std::string>& words, const char* options, Form form) {
  FakeRank rank;
  LibcVariables& variables = rank.state.variables;
  *variables.opterr = 0;
  return walk(words, options, form, {*variables.optind, *variables.optopt, *variables.optarg});
}

void compare(const std::vector<std::string>& words, const char* options, Form form) {
  const Walk expected = libc_walk(words, options, form);
  const Walk found = our_walk(words, options, form);
  std::string line;
  for (const std::string& word : words) line += word + " ";
  ASSERT_EQ(found.steps, expected.steps) << line << "with " << options;
  ASSERT_EQ(found.final_order, expected.final_order) << line << "with " << options;
}

TEST(Getopt, AgreesWithLibcOnRandomCommandLines) {
  std::mt19937 random(12345);
  const char* const words[] = {
      "-a",     "-b",       "-c",      "-ab",     "-bvalue",    "-ca",        "x",
      "y",      "-",        "--",      "--alpha", "--alp",      "--alphabet", "--alphabet=v",
      "--beta", "--beta=z", "--flag",  "--fl",    "--alpha=no", "--unknown",  "-d",
      "-:",     "-alpha",   "-beta=q", "-flag",   "-b=3",       "-W",         "--b",
      "--=x"};
  const char* const options[] = {
      "ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "a", "", "+:ab:", "-:b:"};
  for (int i = 0; i < 30000; i++) {
    std::vector<std::string> line = {"program"};
    const std::size_t count = random() % 7;
    for (std::size_t k = 0; k < count; k++) line.emplace_back(words[random() % std::size(words)]);
    compare(line, options[random() % std::size(options)], static_cast<Form>(random() % 3));
    if (HasFatalFailure()) return;
  }
}

TEST(Getopt, WalksOfTwoRanksDoNotMeet) {
  const char* first[] = {"p", "-abc", "-a", nullptr};
  const char* second[] = {"p", "x", "-c", "-b", nullptr};
  LibcState states[2];
  static LibcState* running;
  FakeRank rank;
  Callbacks callbacks = {.state = [] { return running; },
                         .end_rank = [](int) {},
                         .now_s = [] { return 0.0; },
                         .sleep = [](double) {},
                         .yield = [] {},
                         .host_name = [] { return ""; },
                         .is_host = [](const char*) { return false; },
                         .is_stack_guard = [](const void*) { return false; },
                         .crashed = [](const Crash&) {},
                         .forked = [] {}};
  set_callbacks(callbacks);
  std::string found[2];
  char* const empty = nullptr;
  for (LibcState& state : states) state.variables.values.environ = const_cast<char**>(&empty);
  for (int step = 0; step < 4; step++) {
    for (int r = 0; r < 2; r++) {
      running = &states[r];
      const int result = r == 0 ? getopt(3, const_cast<char**>(first), "abc")
                                : getopt(4, const_cast<char**>(second), "abc");
      if (result != -1) found[r] += static_cast<char>(result);
    }
  }
  EXPECT_EQ(found[0], "abca");
  EXPECT_EQ(found[1], "cb");
  EXPECT_EQ(*states[1].variables.optind, 3);
}

TEST(Getopt, FollowsPosixWhenTheEnvironmentSaysSo) {
  FakeRank rank;
  setenv("POSIXLY_CORRECT", "1", 1);
  const char* words[] = {"p", "x", "-a", nullptr};
  EXPECT_EQ(getopt(3, const_cast<char**>(words), "a"), -1);
  EXPECT_EQ(*rank.state.variables.optind, 1);
}

}  // namespace
}  // namespace smpi::load
