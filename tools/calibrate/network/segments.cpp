// SPDX-License-Identifier: BSD-3-Clause
//
// Costs of all segments from running sums, the dynamic program over them, and what is dropped
// afterwards.
#include "tools/calibrate/network/segments.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace smpi::calibrate::network {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Mean loss below which a better fit is no information: residuals of 0.03 %.
constexpr double mean_loss_floor = 1e-4;
constexpr double forced_neighbourhood = 1.1;
// Of a normal distribution, standard over median absolute deviation; and what no line is asked to
// follow.
constexpr double deviation_of_median = 1.4826;
constexpr double relative_error_least = 1e-4;
// A break stays if without it the worst residual of its neighbours grows by this share, or the
// criterion by what counts as strong evidence (Kass and Raftery 1995): one odd size is the worst
// residual with or without.
constexpr double worst_residual_gain = 0.02;
constexpr double strong_evidence = 6;

// Weighted means and moments about them, one observation at a time (Welford): differences of large
// sums would lose the small losses of far segments.
class Moments {
 public:
  void add(double x, double y, double weight) {
    weight_ += weight;
    const double dx = x - mean_x_;
    const double dy = y - mean_y_;
    const double share = weight / weight_;
    mean_x_ += share * dx;
    mean_y_ += share * dy;
    xx_ += weight * dx * (x - mean_x_);
    xy_ += weight * dx * (y - mean_y_);
    yy_ += weight * dy * (y - mean_y_);
  }

  struct Fit {
    Line line;
    double loss;
  };

  Fit fit() const {
    const double slope = xx_ > 0 ? xy_ / xx_ : 0;
    const double intercept = mean_y_ - slope * mean_x_;
    if (slope >= 0 && intercept >= 0) return with({intercept, slope});
    // The loss is convex: the best allowed line lies on one of the two borders.
    const double about_0_xx = xx_ + weight_ * mean_x_ * mean_x_;
    const double about_0_xy = xy_ + weight_ * mean_x_ * mean_y_;
    const Fit level = with({std::max(mean_y_, 0.0), 0});
    if (about_0_xx <= 0) return level;
    const Fit ray = with({0, std::max(about_0_xy / about_0_xx, 0.0)});
    return ray.loss < level.loss ? ray : level;
  }

 private:
  Fit with(Line line) const {
    const double offset = mean_y_ - line.at(mean_x_);
    const double slope = line.slope_s_per_byte;
    const double loss = yy_ - 2 * slope * xy_ + slope * slope * xx_ + weight_ * offset * offset;
    return {line, std::max(loss, 0.0)};
  }

  double weight_ = 0, mean_x_ = 0, mean_y_ = 0, xx_ = 0, xy_ = 0, yy_ = 0;
};

Moments::Fit fit_range(std::span<const Observation> observations, const SegmentSettings& settings) {
  Moments moments;
  for (const Observation& one : observations) {
    moments.add(one.size_bytes, one.duration_s, weight_of(one, settings));
  }
  return moments.fit();
}

// Between two neighbouring sizes nobody knows more.
double break_before(std::span<const Observation> observations, std::size_t index) {
  return std::floor(std::sqrt(std::max(observations[index - 1].size_bytes, 1.0) *
                              observations[index].size_bytes));
}

// The loss that errors of the medians alone would leave: following them is no better fit.
double loss_of_errors(std::span<const Observation> observations, const SegmentSettings& settings) {
  double sum = 0;
  for (const Observation& one : observations) {
    sum += weight_of(one, settings) * one.error_s * one.error_s;
  }
  return sum;
}

// `loss` includes that of errors.
double information(double loss, std::size_t sizes, std::size_t segments) {
  const auto n = static_cast<double>(sizes);
  const double mean_loss = std::max(loss / n, mean_loss_floor);
  return n * std::log(mean_loss) + (3 * static_cast<double>(segments) - 1) * std::log(n);
}

// Where the forced breaks cut the observations: first indices of pieces, and the end.
std::vector<std::size_t> pieces_of(std::span<const Observation> observations,
                                   std::span<const double> breaks) {
  std::vector<std::size_t> starts = {0};
  for (const double at : breaks) {
    const auto above =
        std::upper_bound(observations.begin(), observations.end(), at,
                         [](double size, const Observation& one) { return size < one.size_bytes; });
    const auto index = static_cast<std::size_t>(above - observations.begin());
    if (index > starts.back() && index < observations.size()) starts.push_back(index);
  }
  starts.push_back(observations.size());
  return starts;
}

class Search {
 public:
  Search(std::span<const Observation> observations, const SegmentSettings& settings)
      : observations_(observations), settings_(settings), size_(observations.size()) {
    std::vector<double> forced = settings.forced_breaks;
    std::sort(forced.begin(), forced.end());
    pieces_ = pieces_of(observations, forced);
    error_loss_ = loss_of_errors(observations, settings);
    find_costs();
  }

  // First indices of the segments.
  std::vector<std::size_t> best() {
    const std::size_t most = std::max(settings_.segments_max, pieces_.size() - 1);
    std::vector<double> losses(size_ + 1, infinity);
    losses[0] = 0;
    std::vector<std::vector<std::size_t>> origins;
    std::size_t best_count = 0;
    double best_information = infinity;
    for (std::size_t k = 1; k <= most; k++) {
      losses = extend(losses, origins.emplace_back(size_ + 1, 0));
      if (losses[size_] == infinity) continue;
      const double value = information(losses[size_] + error_loss_, size_, k);
      if (value < best_information) {
        best_information = value;
        best_count = k;
      }
    }
    std::vector<std::size_t> starts;
    for (std::size_t k = best_count, end = size_; k > 0; k--) {
      end = origins[k - 1][end];
      starts.push_back(end);
    }
    std::reverse(starts.begin(), starts.end());
    return starts;
  }

  bool is_forced(std::size_t start) const {
    return std::binary_search(pieces_.begin(), pieces_.end(), start);
  }

 private:
  // Losses of the best way to cover the first j observations with one segment more.
  std::vector<double> extend(const std::vector<double>& before, std::vector<std::size_t>& origin) {
    std::vector<double> after(size_ + 1, infinity);
    for (std::size_t first = 0; first < size_; first++) {
      if (before[first] == infinity) continue;
      for (std::size_t end = first + 1; end <= size_; end++) {
        const double loss = before[first] + costs_[first * (size_ + 1) + end];
        if (loss < after[end]) {
          after[end] = loss;
          origin[end] = first;
        }
      }
    }
    return after;
  }

  void find_costs() {
    costs_.assign(size_ * (size_ + 1), infinity);
    for (std::size_t piece = 0; piece + 1 < pieces_.size(); piece++) {
      for (std::size_t first = pieces_[piece]; first < pieces_[piece + 1]; first++) {
        if (!may_begin(first)) continue;
        Moments moments;
        for (std::size_t end = first + 1; end <= pieces_[piece + 1]; end++) {
          const Observation& last = observations_[end - 1];
          moments.add(last.size_bytes, last.duration_s, weight_of(last, settings_));
          const bool is_piece = first == pieces_[piece] && end == pieces_[piece + 1];
          if (is_piece || is_long_enough(first, end)) {
            costs_[first * (size_ + 1) + end] = moments.fit().loss;
          }
        }
      }
    }
  }

  bool may_begin(std::size_t first) const {
    if (is_forced(first)) return true;
    const double at = break_before(observations_, first);
    return std::none_of(pieces_.begin() + 1, pieces_.end() - 1, [&](std::size_t forced) {
      const double ratio = at / break_before(observations_, forced);
      return ratio < forced_neighbourhood && ratio > 1 / forced_neighbourhood;
    });
  }

  bool is_long_enough(std::size_t first, std::size_t end) const {
    return end - first >= settings_.sizes_min &&
           observations_[end - 1].size_bytes >=
               settings_.span_min * std::max(observations_[first].size_bytes, 1.0);
  }

  std::span<const Observation> observations_;
  const SegmentSettings& settings_;
  std::size_t size_;
  std::vector<std::size_t> pieces_;
  std::vector<double> costs_;  // of [first, end)
  double error_loss_ = 0;
};

struct Quality {
  double loss = 0;
  double worst_residual = 0;
};

Quality quality_of(std::span<const Observation> observations, const SegmentSettings& settings) {
  const Moments::Fit fit = fit_range(observations, settings);
  Quality quality{.loss = fit.loss};
  for (const Observation& one : observations) {
    const double difference_s = std::abs(one.duration_s - fit.line.at(one.size_bytes));
    quality.worst_residual = std::max(
        quality.worst_residual, difference_s / std::max(one.duration_s, settings.resolution_s));
  }
  return quality;
}

// Breaks that no single size would miss and the criterion hardly.
void drop_needless(std::span<const Observation> observations, const SegmentSettings& settings,
                   const Search& search, std::vector<std::size_t>& starts) {
  const auto quality = [&](std::size_t from, std::size_t to) {
    return quality_of(observations.subspan(from, to - from), settings);
  };
  const auto end_of = [&](std::size_t i) {
    return i + 1 < starts.size() ? starts[i + 1] : observations.size();
  };
  while (starts.size() > 1) {
    double loss = loss_of_errors(observations, settings);
    for (std::size_t i = 0; i < starts.size(); i++) loss += quality(starts[i], end_of(i)).loss;
    const double now = information(loss, observations.size(), starts.size());
    std::size_t least = 0;
    double least_gain = worst_residual_gain;
    for (std::size_t i = 1; i < starts.size(); i++) {
      if (search.is_forced(starts[i])) continue;
      const Quality left = quality(starts[i - 1], starts[i]);
      const Quality right = quality(starts[i], end_of(i));
      const Quality together = quality(starts[i - 1], end_of(i));
      const double without = information(loss - left.loss - right.loss + together.loss,
                                         observations.size(), starts.size() - 1);
      const double apart = std::max(left.worst_residual, right.worst_residual);
      const double gain = apart > 0 ? together.worst_residual / apart - 1 : infinity;
      if (without - now < strong_evidence && gain < least_gain) {
        least_gain = gain;
        least = i;
      }
    }
    if (least == 0) return;
    starts.erase(starts.begin() + static_cast<std::ptrdiff_t>(least));
  }
}

double information_between(std::span<const std::vector<Observation>> series,
                           std::span<const double> breaks, const SegmentSettings& settings) {
  double sum = 0;
  for (const std::vector<Observation>& observations : series) {
    double loss = loss_of_errors(observations, settings);
    const std::vector<std::size_t> starts = pieces_of(observations, breaks);
    for (std::size_t i = 0; i + 1 < starts.size(); i++) {
      const std::span<const Observation> all = observations;
      loss += fit_range(all.subspan(starts[i], starts[i + 1] - starts[i]), settings).loss;
    }
    if (!observations.empty()) sum += information(loss, observations.size(), breaks.size() + 1);
  }
  return sum;
}

std::vector<Segment> search_segments(std::span<const Observation> observations,
                                     const SegmentSettings& settings) {
  Search search(observations, settings);
  std::vector<std::size_t> starts = search.best();
  if (starts.empty()) starts = {0};
  drop_needless(observations, settings, search, starts);
  std::vector<double> breaks;
  for (std::size_t i = 1; i < starts.size(); i++) {
    breaks.push_back(break_before(observations, starts[i]));
  }
  // A forced break is known exactly.
  for (double& at : breaks) {
    for (const double forced : settings.forced_breaks) {
      const std::vector<double> one = {at}, other = {forced};
      if (pieces_of(observations, one) == pieces_of(observations, other)) at = forced;
    }
  }
  return fit_between(observations, breaks, settings);
}

// Weights that make all losses about 1: what the criterion assumes. A guess of the relative error
// that is too large leaves the few noisy sizes with all of the loss, and breaks are found among
// them.
SegmentSettings with_seen_error(std::span<const Observation> observations,
                                const SegmentSettings& settings) {
  SegmentSettings seen = settings;
  std::vector<double> residuals =
      relative_residuals(observations, search_segments(observations, settings));
  for (double& residual : residuals) residual = std::abs(residual);
  const auto middle = residuals.begin() + static_cast<std::ptrdiff_t>(residuals.size() / 2);
  std::nth_element(residuals.begin(), middle, residuals.end());
  seen.relative_error =
      std::clamp(deviation_of_median * *middle, relative_error_least, settings.relative_error);
  return seen;
}

}  // namespace

double weight_of(const Observation& observation, const SegmentSettings& settings) {
  const double relative_s = settings.relative_error * observation.duration_s;
  const double c = settings.resolution_s;
  return 1 / (relative_s * relative_s + observation.error_s * observation.error_s + c * c);
}

Line fit_line(std::span<const Observation> observations, const SegmentSettings& settings) {
  return fit_range(observations, settings).line;
}

std::vector<Segment> fit_segments(std::span<const Observation> observations,
                                  const SegmentSettings& settings) {
  if (observations.empty()) return {};
  return search_segments(observations, with_seen_error(observations, settings));
}

std::vector<Segment> fit_between(std::span<const Observation> observations,
                                 std::span<const double> breaks, const SegmentSettings& settings) {
  std::vector<Segment> segments;
  const std::vector<std::size_t> starts = pieces_of(observations, breaks);
  for (std::size_t i = 0; i + 1 < starts.size() && starts[i] < starts[i + 1]; i++) {
    Segment& segment = segments.emplace_back();
    segment.first = starts[i];
    segment.count = starts[i + 1] - starts[i];
    for (const double at : breaks) {
      if (at < observations[segment.first].size_bytes) segment.from_bytes = at;
    }
    segment.line = fit_line(observations.subspan(segment.first, segment.count), settings);
  }
  if (!segments.empty()) segments.front().from_bytes = 0;
  return segments;
}

std::vector<double> common_breaks(std::span<const std::vector<Observation>> series,
                                  const SegmentSettings& settings) {
  std::vector<double> breaks = settings.forced_breaks;
  for (const std::vector<Observation>& observations : series) {
    for (const Segment& segment : fit_segments(observations, settings)) {
      if (segment.from_bytes > 0) breaks.push_back(segment.from_bytes);
    }
  }
  std::sort(breaks.begin(), breaks.end());
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
  const auto is_forced = [&](double at) {
    return std::find(settings.forced_breaks.begin(), settings.forced_breaks.end(), at) !=
           settings.forced_breaks.end();
  };
  double value = information_between(series, breaks, settings);
  for (bool is_smaller = true; is_smaller;) {
    is_smaller = false;
    std::vector<double> best;
    for (const double candidate : breaks) {
      if (is_forced(candidate)) continue;
      std::vector<double> fewer = breaks;
      std::erase(fewer, candidate);
      const double fewer_value = information_between(series, fewer, settings);
      if (fewer_value >= value) continue;
      value = fewer_value;
      best = std::move(fewer);
      is_smaller = true;
    }
    if (is_smaller) breaks = std::move(best);
  }
  return breaks;
}

const Line& line_at(std::span<const Segment> segments, double size_bytes) {
  const Segment* found = &segments.front();
  for (const Segment& segment : segments) {
    if (segment.from_bytes < size_bytes) found = &segment;
  }
  return found->line;
}

std::vector<double> relative_residuals(std::span<const Observation> observations,
                                       std::span<const Segment> segments) {
  std::vector<double> residuals;
  for (const Observation& one : observations) {
    const double fitted_s = line_at(segments, one.size_bytes).at(one.size_bytes);
    residuals.push_back((one.duration_s - fitted_s) / one.duration_s);
  }
  return residuals;
}

}  // namespace smpi::calibrate::network
