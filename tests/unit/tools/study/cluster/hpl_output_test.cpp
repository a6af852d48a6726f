// SPDX-License-Identifier: BSD-3-Clause
//
// Outputs in the forms that HPL 1.0 to 2.3, the HPC Challenge, Intel's and GPU variants print, and
// outputs that were cut or changed. The rates are those of N and the seconds: 2/3 N^3 + 3/2 N^2.
#include "tools/study/cluster/hpl_output.h"

#include <gtest/gtest.h>

#include <string>

#include "kernel/error.h"

namespace smpi::study::cluster {
namespace {

const std::string head =
    R"(================================================================================
HPLinpack 2.3  --  High-Performance Linpack benchmark  --   December 2, 2018
================================================================================

N      :   23314
NB     :     256
PMAP   : Row-major process mapping
P      :       1
Q      :       4
PFACT  :   Right
RFACT  :   Crout
BCAST  :  1ringM
DEPTH  :       1
SWAP   : Mix (threshold = 72)
L1     : transposed form
U      : no-transposed form
EQUIL  : no
ALIGN  : 16 double precision words
--------------------------------------------------------------------------------
T/V                N    NB     P     Q               Time                 Gflops
--------------------------------------------------------------------------------
)";
const std::string result =
    "WR11C2R4       23314   256     1     4             738.95             1.1433e+01\n";
const std::string passed =
    "||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)=   3.83859000e-03 ...... PASSED\n";

TEST(HplOutput, SaysAllSettings) {
  const auto runs = parse_output(head + result + passed, "node.out");
  ASSERT_EQ(runs.size(), 1U);
  const OutputRun& run = runs.front();
  const hpl::Setup expected = {.n = 23314,
                               .nb = 256,
                               .p = 1,
                               .q = 4,
                               .pmap = 0,
                               .pfact = 2,
                               .nbmin = 4,
                               .ndiv = 2,
                               .rfact = 1,
                               .bcast = 1,
                               .depth = 1,
                               .swap = 2,
                               .swap_threshold = 72,
                               .l1 = 0,
                               .u = 1,
                               .equilibration = 0,
                               .alignment = 16};
  EXPECT_EQ(run.setup, expected);
  EXPECT_EQ(run.time_s, 738.95);
  EXPECT_EQ(run.gflops, 11.433);
  EXPECT_EQ(run.residual, Residual::passed);
  EXPECT_EQ(run.line, 22);
}

TEST(HplOutput, ReadsVariants) {
  struct Form {
    std::string text;
    hpl::Setup setup;
  };
  const Form forms[] = {
      // Column-major, Intel's; HPL 2.0 had fewer digits.
      {"WC00C2R2      141312   384     1     1             823.00              2.286e+03",
       {.n = 141312,
        .nb = 384,
        .pmap = 1,
        .pfact = 2,
        .nbmin = 2,
        .ndiv = 2,
        .rfact = 1,
        .bcast = 0,
        .depth = 0}},
      // NVIDIA's, old and new: no factorisations, rates of one device behind.
      {"WC0           92160  1024     1     1              30.73              1.698e+04",
       {.n = 92160, .nb = 1024, .pmap = 1, .depth = 0}},
      {"WC03R2R2     528384  1024     8     4              73.32              1.341e+06 ( "
       "4.191e+04)",
       {.n = 528384,
        .nb = 1024,
        .p = 8,
        .q = 4,
        .pmap = 1,
        .pfact = 2,
        .nbmin = 2,
        .ndiv = 2,
        .rfact = 2,
        .bcast = 3,
        .depth = 0}},
      // Three digits in NBMIN; HPL 1.0's line has the same columns.
      {"WR15L8R128     10000   512     2     2              10.00              6.668e+01",
       {.n = 10000,
        .nb = 512,
        .p = 2,
        .q = 2,
        .pfact = 2,
        .nbmin = 128,
        .ndiv = 8,
        .rfact = 0,
        .bcast = 5,
        .depth = 1}},
  };
  for (const Form& form : forms) {
    const auto runs = parse_output(form.text + "\r\n", "a");
    ASSERT_EQ(runs.size(), 1U) << form.text;
    EXPECT_EQ(runs.front().setup, form.setup) << form.text;
    EXPECT_EQ(runs.front().residual, Residual::not_checked);
  }
}

TEST(HplOutput, ReadsWhatLaunchersAndSuitesAdd) {
  const std::string others =
      "Begin of MPIRandomAccess section.\nWarning: nothing\nEnd of it.\nBegin of HPL section.\n";
  std::string tagged;
  for (const char* tag : {"[1,0]<stdout>:", "[1,0]<stdout>: ", " 0: "}) tagged += tag + result;
  const auto runs = parse_output(others + head + tagged + "End of HPL section.\n", "hpccoutf.txt");
  ASSERT_EQ(runs.size(), 3U);
  for (const OutputRun& run : runs) EXPECT_EQ(run.setup.n, 23314U);
}

TEST(HplOutput, TellsFailedResiduals) {
  // HPL 1.0 has three lines; one that failed counts.
  const std::string failed =
      "||Ax-b||_oo / ( eps * ||A||_1  * N        ) =        0.0 ...... FAILED\n";
  const auto runs = parse_output(head + result + failed + passed + result + passed, "a");
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].residual, Residual::failed);
  EXPECT_EQ(runs[1].residual, Residual::passed);
}

// As HPL 2.3 and HPL for accelerators print what they timed; mxswp is part of rfact.
TEST(HplOutput, ReadsDetailedTiming) {
  const std::string rule = "--VVV--VVV--VVV--VVV--VVV--VVV--VVV--V\n";
  const std::string usual =
      "Max aggregated wall time rfact . . . :              20.75\n"
      "+ Max aggregated wall time pfact . . :              12.10\n"
      "+ Max aggregated wall time mxswp . . :               1.25\n"
      "Max aggregated wall time update  . . :             700.13\n";
  const std::string of_device =
      "Max aggregated wall time bcast . . . :               9.41\n"
      "+ Max aggregated wall time rfact . . :              60.50\n"
      "+ + Max aggregated wall time mxswp . :               5.03\n"
      "Max aggregated wall time laswp . . . :               3.20\n";
  const auto runs =
      parse_output(head + result + rule + usual + passed + result + rule + of_device + result, "a");
  ASSERT_EQ(runs.size(), 3U);
  EXPECT_EQ(runs[0].panels_s, 20.75);
  EXPECT_EQ(runs[0].pivots_s, 1.25);
  EXPECT_FALSE(runs[0].has_device);
  EXPECT_EQ(runs[0].residual, Residual::passed);
  EXPECT_EQ(runs[1].panels_s, 60.5);
  EXPECT_TRUE(runs[1].has_device);
  EXPECT_EQ(runs[2].panels_s, 0);
  EXPECT_FALSE(runs[2].has_device);
}

void expect_refused(const std::string& text, int line, const std::string& part) {
  try {
    parse_output(text, "bad.out");
    ADD_FAILURE() << "not refused: " << text;
  } catch (const kernel::InputError& error) {
    EXPECT_EQ(error.where().file, "bad.out");
    EXPECT_EQ(error.where().line, line) << error.what();
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(HplOutput, RefusesDamagedOutputs) {
  expect_refused("", 1, "not an output of HPL");
  expect_refused("hello\nworld\n", 2, "not an output of HPL");
  expect_refused(head, 21, "ends before the first result");
  expect_refused(head + "WR11C2R4 23314 256\n", 22, "without P: the line is cut off");
  expect_refused(head + "WR11C2R4 23314 256 1 4 738.95\n", 22, "without Gflops");
  expect_refused(head + "WR11C2R4 23314 256 1 4 738.9x 11.4\n", 22, "seconds");
  expect_refused(head + "WR11C2R4 -5 256 1 4 738.95 11.433\n", 22, "N of a result");
  expect_refused(head + "WR11C2R4 23314 256 0 4 738.95 11.433\n", 22, "P of a result");
  expect_refused(head + "WR11C2R4 23314 256 1 4 738.95 nan\n", 22, "Gflops");
  expect_refused(head + "WR11C2R4 23314 256 1 4 738.95 114.33\n", 22, "contradict");
  expect_refused(head + "WR11X2R4 23314 256 1 4 738.95 11.433\n", 22, "unknown variant");
  const std::string timing = "Max aggregated wall time rfact . . . :";
  expect_refused(head + result + timing + "\n", 23, "the seconds of rfact are not a number");
  expect_refused(head + result + timing + " ****\n", 23, "are not a number");
  expect_refused(head + result + timing + " 739.95\n", 23, "longer than the 738.95 s of the run");
}

}  // namespace
}  // namespace smpi::study::cluster
