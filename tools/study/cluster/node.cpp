// SPDX-License-Identifier: BSD-3-Clause
//
// The tables of shapes, and files of them.
#include "tools/study/cluster/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "kernel/error.h"

namespace smpi::study::cluster {
namespace {

// Dahu's memory: STREAM of 2 x 6 channels of DDR4-2666 is about three quarters of their 256 GB/s.
// Its 32 ranks share it. So a kernel of s seconds per element moves s x 6e9 bytes for each.
constexpr double dahu_rank_bytes_per_s = 192e9 / 32;

// Seconds per element of hpl_kernels_dahu.csv in bytes of memory.
constexpr double bytes(double dahu_s) {
  return dahu_s * dahu_rank_bytes_per_s;
}

struct MemoryKernel {
  std::string_view name;
  std::string_view elements;
  std::string_view arguments;
  std::string_view writes;  // an entry of an overlay; may be empty
  double bytes_per_element;
};

// What Dahu's file does not have is as its like: a swap in place is two copies.
constexpr double row_copy = bytes(7.547639e-9);  // HPL_dlaswp01T
constexpr double row_swap = 2 * row_copy;
constexpr std::string_view copy_arguments =
    "int M, int N, const double* A, int LDA, double* B, int LDB";
constexpr std::string_view copy_writes =
    R"(writes = {B = {rows = "M", columns = "N", stride = "LDB"}})";
constexpr std::string_view pivots_arguments = "int M, int N, double* A, int LDA, const int* IPIV";
constexpr std::string_view rows_arguments =
    "int M, int N, double* A, int LDA, double* U, int LDU, const int* LINDXA, const int* LINDXAU";
constexpr std::string_view swap_arguments =
    "int M, int N, double* A, int LDA, double* U, int LDU, const int* LINDXA";
constexpr std::string_view pack_arguments =
    "int M, int N, const double* A, int LDA, double* W0, double* W, int LDW, const int* LINDXA, "
    "const int* LINDXAU";
constexpr std::string_view unpack_arguments =
    "int M, int N, double* U, int LDU, const double* W0, const double* W, int LDW";
constexpr std::string_view last_arguments =
    "int M0, int M1, int N, double* U, int LDU, double* A, int LDA, const double* W0, const "
    "double* W, int LDW, const int* LINDXA, const int* LINDXAU";

constexpr std::array row_kernels = {
    MemoryKernel{"HPL_dlacpy", "M*N", copy_arguments, copy_writes, bytes(3.871806e-9)},
    MemoryKernel{"HPL_dlatcpy", "M*N", copy_arguments, copy_writes, bytes(4.8939e-9)},
    MemoryKernel{"HPL_dlaswp00N", "M*N", pivots_arguments, "", row_swap},
    MemoryKernel{"HPL_dlaswp01N", "M*N", rows_arguments, "", row_copy},
    MemoryKernel{"HPL_dlaswp01T", "M*N", rows_arguments, "", row_copy},
    MemoryKernel{"HPL_dlaswp02N", "M*N", pack_arguments, R"(writes = {W0 = "M*LDW"})",
                 bytes(2.822241e-8)},
    MemoryKernel{"HPL_dlaswp03N", "M*N", unpack_arguments, "", bytes(3.77524e-9)},
    MemoryKernel{"HPL_dlaswp03T", "M*N", unpack_arguments, "", bytes(3.77524e-9)},
    MemoryKernel{"HPL_dlaswp04N", "M1*N", last_arguments, "", bytes(8.498957e-9)},
    MemoryKernel{"HPL_dlaswp04T", "M1*N", last_arguments, "", bytes(8.498957e-9)},
    MemoryKernel{"HPL_dlaswp05N", "M*N", rows_arguments, "", row_copy},
    MemoryKernel{"HPL_dlaswp05T", "M*N", rows_arguments, "", row_copy},
    MemoryKernel{"HPL_dlaswp06N", "M*N", swap_arguments, "", row_swap},
    MemoryKernel{"HPL_dlaswp06T", "M*N", swap_arguments, "", row_swap},
    MemoryKernel{"HPL_dlaswp10N", "M*N", pivots_arguments, "", row_swap},
};

// Kernels of panels, in bytes. The plug-in of xhpl looks for pivots and copies panels in no time;
// both are once for each element of a panel, as dscal is, so dscal stands for them, too:
// dscal 3.8e-10, idamax 6.05e-10 and HPL_dlacpy 3.87e-9 s.
constexpr double panel_copy_bytes = bytes(3.871806e-9);
constexpr double panel_element_bytes = bytes(3.798686e-10) + bytes(6.052262e-10) + panel_copy_bytes;
constexpr double dgemv_bytes = bytes(1.278804e-9);
constexpr double dger_bytes = 2 * dgemv_bytes;  // reads and writes what dgemv reads

// Kernels that multiply, in multiples of the seconds per M N K of dgemm: means of Dahu's 64
// processors, July 2019 (examples/reality/data/dgemm_dahu_cpus.csv): 6.53e-11 M N K + 1.85e-10 M N
// + 1.83e-9 M K + 3.11e-9 N K.
constexpr double dgemm_mn = 2.83;
constexpr double dgemm_mk = 28.0;
constexpr double dgemm_nk = 47.7;
constexpr double dtrsm_rtt = 0.834;  // 5.44554e-11
constexpr double call_noise = 0.01;  // of the same file: 0.3 to 0.8 % of M N K, more of the others

// Gflop/s of a node in HPL and bytes of memory for each flop. Published STREAM triads over HPL
// rates: small boards 4 to 20 GB/s for 11 to 60 Gflop/s; 2 x EPYC 7742 about 350 GB/s for 3.9
// Tflop/s of dgemm, 2 x Xeon 6148 190 for 2.3; A100 1.4 TB/s for 17, H100 3 TB/s for 50. The
// factors of 1.6 are an estimate.
struct Balance {
  double gflops_most;
  double bytes_per_flop;
};
constexpr std::array balances = {Balance{200, 0.33}, Balance{INFINITY, 0.085}};
constexpr double balance_factor = 1.6;

// A copy through shared memory reads and writes twice, and each write reads first: six bytes for a
// byte. One core reaches a quarter of what all do together, or its share.
constexpr double copy_bytes = 6;
constexpr double core_share_least = 0.25;

}  // namespace

Spread usual_memory_bytes_per_s(double node_gflops) {
  const auto* found = std::ranges::find_if(
      balances, [&](const Balance& balance) { return node_gflops <= balance.gflops_most; });
  const double median = found->bytes_per_flop * node_gflops * 1e9;
  return {median / balance_factor, median, median * balance_factor};
}

std::string kernels_text(const Node& node, const hpl::Setup& setup) {
  const double mnk_s = 2 * node.flop_s;
  const double byte_s = node.ranks / node.memory_bytes_per_s;
  std::string text = fmt::format(
      "# Written by smpi-study hpl.\nreference_speed = \"{}f\"\ndefault = \"free\"\n"
      "noise = {{call = {}, host = {}}}\n",
      1 / node.flop_s, call_noise, node.spread);
  if (node.panels.flop_s > 0) {
    const UpdateCosts update = {.mnk_s = mnk_s,
                                .mn_s = dgemm_mn * mnk_s,
                                .mk_s = dgemm_mk * mnk_s,
                                .nk_s = dgemm_nk * mnk_s,
                                .rtt_s = dtrsm_rtt * mnk_s,
                                .row_copy_s = panel_copy_bytes * byte_s};
    return text + panel_kernels_text(node.panels, update, setup);
  }
  return text +
         fmt::format(
             "[dgemm]\nterms = {{\"M*N*K\" = {}, \"M*N\" = {}, \"M*K\" = {}, \"N*K\" = {}}}\n"
             "[dtrsm]\nterms = {{\"R*T^2\" = {}}}\n"
             "[dgemv]\nterms = {{\"M*N\" = {}}}\n[dger]\nterms = {{\"M*N\" = {}}}\n"
             "[dscal]\nterms = {{\"N\" = {}}}\n",
             mnk_s, dgemm_mn * mnk_s, dgemm_mk * mnk_s, dgemm_nk * mnk_s, dtrsm_rtt * mnk_s,
             dgemv_bytes * byte_s, dger_bytes * byte_s, panel_element_bytes * byte_s);
}

std::string overlay_text(const Node& node, const std::string& common) {
  const double byte_s = node.ranks / node.memory_bytes_per_s;
  std::string text;
  std::string table;
  bool is_replaced = false;
  for (std::size_t begin = 0; begin < common.size();) {
    const std::size_t end = std::min(common.find('\n', begin), common.size());
    const std::string_view line = std::string_view(common).substr(begin, end - begin);
    begin = end + 1;
    if (line.starts_with("reference_speed")) {
      text += fmt::format("reference_speed = \"{}f\"\n", 1 / node.flop_s);
      continue;
    }
    if (line.starts_with("[")) {
      const auto* kernel = std::ranges::find_if(row_kernels, [&](const MemoryKernel& one) {
        return line == fmt::format("[{}]", one.name);
      });
      is_replaced = kernel != row_kernels.end();
      if (is_replaced) {
        text += fmt::format("{}\narguments = \"{}\"\nterms = {{\"{}\" = {}}}\n{}\n", line,
                            kernel->arguments, kernel->elements, kernel->bytes_per_element * byte_s,
                            kernel->writes);
      }
    }
    if (!is_replaced) text += fmt::format("{}\n", line);
  }
  return text;
}

double node_copies_bytes_per_s(const Node& node) {
  return node.loopback_share * node.memory_bytes_per_s / copy_bytes;
}

double loopback_bytes_per_s(const Node& node) {
  return node_copies_bytes_per_s(node) * std::max(core_share_least, 1. / node.ranks);
}

}  // namespace smpi::study::cluster
