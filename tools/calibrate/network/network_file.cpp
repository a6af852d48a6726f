// SPDX-License-Identifier: BSD-3-Clause
//
// Writing the tables, with as many digits as a double needs and no more than the measurements give.
#include "tools/calibrate/network/network_file.h"

#include <fmt/format.h>

#include <functional>
#include <set>

namespace smpi::calibrate::network {
namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') result += '\\';
    result += letter;
  }
  return result + "\"";
}

// TOML has no "1" where a number with a point is meant, and no bare exponent without digits.
std::string number(double value) {
  return fmt::format("{:.9g}", value);
}

template <typename Items>
std::string joined(const Items& items,
                   const std::function<std::string(const typename Items::value_type&)>& show) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : ", ") + show(item);
  return "[" + text + "]";
}

std::string list(const std::vector<std::string>& texts) {
  return joined(texts, quoted);
}

std::string origin_text(const NetworkFit& fit) {
  std::set<std::string> mpi, hosts, cards, cpu;
  std::vector<std::string> dates;
  std::string seeds, loads;
  for (const Origin& origin : fit.origins) {
    mpi.insert(origin.mpi);
    cpu.insert(origin.cpu);
    hosts.insert(origin.hosts.begin(), origin.hosts.end());
    cards.insert(origin.cards.begin(), origin.cards.end());
    dates.push_back(origin.date);
    seeds += fmt::format("{}{}", seeds.empty() ? "" : ", ", origin.run);
    loads += fmt::format("{}{:.2f}", loads.empty() ? "" : ", ", origin.load_average_after);
  }
  const auto names = [](const std::set<std::string>& all) {
    return list({all.begin(), all.end()});
  };
  return fmt::format(
      "[origin]\nmpi = {}\nhosts = {}\ncpu = {}\nnic = {}\ndate = {}\nload = {}\n"
      "load_average = [{}]\nseeds = [{}]\nsamples = {}\nversion = 1\n",
      names(mpi), names(hosts), names(cpu), names(cards), list(dates), quoted(fit.load), loads,
      seeds, fit.sample_count);
}

std::string overhead_row(const Segment& segment) {
  return fmt::format("[{}, {}, {}]", number(segment.from_bytes), number(segment.line.intercept_s),
                     number(segment.line.slope_s_per_byte));
}

std::string overheads_text(const NetworkFit& fit) {
  std::string text = "\n[overheads]  # payload > from_bytes, seconds, seconds per byte\n";
  const auto table = [&](const char* key, const Curve& curve) {
    if (!curve.segments.empty()) {
      text += fmt::format("{} = {}\n", key, joined(curve.segments, overhead_row));
    }
  };
  table("os", fit.send_overhead);
  table("ois", fit.nonblocking_send_overhead);
  table("or", fit.receive_overhead);
  const auto call = [&](const char* key, const std::optional<double>& cost_s) {
    if (cost_s) text += fmt::format("{} = {}\n", key, number(*cost_s));
  };
  call("iprobe", fit.iprobe_s);
  call("test", fit.test_s);
  call("wtime", fit.wtime_s);
  return text;
}

std::string factors_text(const RouteFit& route) {
  return "factors = " +
         joined(route.factors,
                [](const FactorRow& row) {
                  return fmt::format("[{}, {}, {}, {}]", number(row.from_bytes),
                                     number(row.latency_factor), number(row.bandwidth_factor),
                                     row.is_per_flow);
                }) +
         "\n";
}

std::string loopback_text(const RouteFit& route) {
  std::string text = fmt::format("\n[loopback]\nbandwidth = \"{}Bps\"\nlatency = \"{}s\"\n",
                                 number(route.bandwidth_bytes_per_s), number(route.latency_s));
  text += factors_text(route);
  if (route.node_capacity_bytes_per_s) {
    text += fmt::format("node_capacity = \"{}Bps\"\n", number(*route.node_capacity_bytes_per_s));
  }
  return text;
}

std::string sharing_text(const Sharing& sharing) {
  if (!sharing.is_measured) return "";
  // Below this nobody can tell acknowledgements from nothing.
  constexpr double acknowledgements_least = 0.005;
  std::string text;
  for (const std::string& note : sharing.notes) text += fmt::format("# {}\n", note);
  const bool has_acknowledgements = sharing.acknowledgements >= acknowledgements_least;
  return fmt::format(
      "\n[sharing]\n{}crosstraffic = \"{}\"\nacknowledgements = {}\npair_duplex = \"{}\"\n", text,
      has_acknowledgements ? "reserve" : "no",
      number(has_acknowledgements ? sharing.acknowledgements : 0),
      sharing.duplex == Duplex::half_per_pair ? "half" : "full");
}

std::string noise_text(const RouteFit& route) {
  return "\n[noise]  # from_bytes, relative deviation, modes of [weight, deviation, mean]\nremote "
         "= " +
         joined(route.factors,
                [](const FactorRow& row) {
                  return fmt::format("[{}, {:.4g}, {}]", number(row.from_bytes),
                                     row.noise.deviation,
                                     joined(row.noise.modes, [](const Mode& mode) {
                                       return fmt::format("[{:.4g}, {:.4g}, {:.6g}]", mode.weight,
                                                          mode.deviation, mode.mean);
                                     }));
                }) +
         "\n";
}

std::string quality_rows(const Curve& curve) {
  std::string text;
  for (const SegmentQuality& one : curve.quality) {
    text += fmt::format(
        "  {{from = {}, sizes = {}, median = {:.4g}, worst = {:.4g}, drift = {:.4g}, "
        "seconds = [{:.4g}, {:.4g}], seconds_per_byte = [{:.4g}, {:.4g}]}},\n",
        number(one.from_bytes), one.sizes, one.median_residual, one.worst_residual, one.drift,
        one.intercept_low_s, one.intercept_high_s, one.slope_low_s_per_byte,
        one.slope_high_s_per_byte);
  }
  return text;
}

std::string quality_text(const NetworkFit& fit) {
  std::string text =
      "\n[quality]  # relative residuals of each segment, and 95 % of what its line says\n";
  const auto add = [&](const char* key, const Curve& curve) {
    if (!curve.quality.empty()) text += fmt::format("{} = [\n{}]\n", key, quality_rows(curve));
  };
  if (fit.remote) add("round_trip", fit.remote->round_trip);
  if (fit.loopback) add("loopback_round_trip", fit.loopback->round_trip);
  add("os", fit.send_overhead);
  add("ois", fit.nonblocking_send_overhead);
  add("or", fit.receive_overhead);
  return text;
}

}  // namespace

std::string network_text(const NetworkFit& fit) {
  std::string text = "# Made by smpi-calibrate network fit; for smpirun --network.\n";
  for (const std::string& note : fit.notes) text += fmt::format("# {}\n", note);
  text += "format = 1\n\n" + origin_text(fit);
  if (fit.remote) {
    text += fmt::format(
        "\n[reference]  # a link; one distance was measured, so hops are not separated\n"
        "bandwidth = \"{}Bps\"\nlatency = \"{}s\"\nlinks_on_route = {}\n",
        number(fit.remote->bandwidth_bytes_per_s),
        number(fit.remote->latency_s / fit.links_on_route), fit.links_on_route);
  }
  text += fmt::format("\n[sizes]  # measured\nmin = {}\nmax = {}\n", fit.size_least_bytes,
                      fit.size_most_bytes);
  text += fmt::format(
      "\n[protocol]  # smaller messages: travel at once; complete at once\n"
      "async_small_thresh = {}\ndetached_thresh = {}\n",
      fit.asynchronous_bytes + 1, fit.detached_bytes + 1);
  if (fit.socket_buffer_bytes > 0) {
    text += fmt::format("socket_buffer = {}  # of longer ones, when MPI_Send returns\n",
                        fit.socket_buffer_bytes);
  }
  text += overheads_text(fit);
  if (fit.remote) {
    text += "\n[remote]  # payload > from_bytes, latency factor, bandwidth factor, per_flow\n" +
            factors_text(*fit.remote);
  }
  if (fit.loopback) text += loopback_text(*fit.loopback);
  if (fit.remote) text += sharing_text(fit.remote->sharing) + noise_text(*fit.remote);
  return text + quality_text(fit);
}

}  // namespace smpi::calibrate::network
