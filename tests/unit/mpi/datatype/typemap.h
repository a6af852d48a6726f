// SPDX-License-Identifier: BSD-3-Clause
//
// Type maps as the standard defines them: the full list of (element, displacement). Slow and
// obvious; the tests compare the library with it. Bounds follow MPI 5.0, 5.1.6 and 5.1.7, written
// here from the formulas and not from the library.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <random>
#include <vector>

#include "libsmpi/mpi/datatype/constructors.h"
#include "libsmpi/mpi/datatype/datatype.h"

namespace smpi::test {

using datatype::Element;
using datatype::Layout;

struct TypeMap {
  struct Entry {
    Element element;
    std::int64_t displacement;
  };
  std::vector<Entry> entries;
  std::vector<std::int64_t> lb_markers;
  std::vector<std::int64_t> ub_markers;

  static std::int64_t size_of(Element e) { return datatype::predefined(e).size_bytes; }

  std::int64_t size() const {
    std::int64_t sum = 0;
    for (const Entry& e : entries) sum += size_of(e.element);
    return sum;
  }
  std::int64_t true_lb() const {
    std::int64_t bound = entries.empty() ? 0 : entries[0].displacement;
    for (const Entry& e : entries) bound = std::min(bound, e.displacement);
    return bound;
  }
  std::int64_t true_ub() const {
    std::int64_t bound =
        entries.empty() ? 0 : entries[0].displacement + size_of(entries[0].element);
    for (const Entry& e : entries) bound = std::max(bound, e.displacement + size_of(e.element));
    return bound;
  }
  std::int64_t lb() const {
    return lb_markers.empty() ? true_lb() : *std::min_element(lb_markers.begin(), lb_markers.end());
  }
  std::int64_t ub() const {
    if (!ub_markers.empty()) return *std::max_element(ub_markers.begin(), ub_markers.end());
    std::int64_t alignment = 1;
    for (const Entry& e : entries) {
      alignment =
          std::max<std::int64_t>(alignment, datatype::predefined(e.element).alignment_bytes);
    }
    std::int64_t ub = true_ub();
    while ((ub - lb()) % alignment != 0) ub++;
    return ub;
  }
  std::int64_t extent() const { return ub() - lb(); }

  void append(const TypeMap& part, std::int64_t displacement) {
    for (const Entry& e : part.entries) {
      entries.push_back({e.element, e.displacement + displacement});
    }
    for (const auto marker : part.lb_markers) lb_markers.push_back(marker + displacement);
    for (const auto marker : part.ub_markers) ub_markers.push_back(marker + displacement);
  }
  TypeMap repeated(std::int64_t count, std::int64_t stride) const {
    TypeMap result;
    if (entries.empty()) return result;
    for (std::int64_t i = 0; i < count; i++) result.append(*this, i * stride);
    return result;
  }
  TypeMap resized(std::int64_t lb, std::int64_t extent) const {
    TypeMap result = *this;
    result.lb_markers = {lb};
    result.ub_markers = {lb + extent};
    return result;
  }
};

inline TypeMap predefined_map(std::uintptr_t abi_value) {
  const auto& type = datatype::predefined(datatype::element_of(abi_value));
  TypeMap map;
  if (type.group == datatype::Group::pair) {
    map.entries = {
        {type.value, 0},
        {type.index, static_cast<std::int64_t>(datatype::index_offset({type.value, type.index}))}};
  } else {
    map.entries = {{datatype::element_of(abi_value), 0}};
  }
  return map;
}

// The same type twice: as the library makes it and as the standard says.
struct Twin {
  Layout layout;
  TypeMap map;
};

class RandomTypes {
 public:
  explicit RandomTypes(unsigned seed) : random_(seed) {}

  std::int64_t between(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }

  Twin predefined() {
    static constexpr std::uintptr_t values[] = {0x243, 0x208, 0x209, 0x214, 0x216,
                                                0x220, 0x229, 0x22c, 0x247};
    const auto value = values[between(0, std::size(values) - 1)];
    return {datatype::predefined_layout(datatype::element_of(value)), predefined_map(value)};
  }

  // A type of at most `depth` nested constructors and not too many elements.
  Twin type(int depth) {
    if (depth == 0) return predefined();
    const Twin old = type(depth - 1);
    if (old.map.entries.size() > 400) return old;
    switch (between(0, 8)) {
      case 0:
        return contiguous(old);
      case 1:
        return vector(old);
      case 2:
        return hvector(old);
      case 3:
        return indexed(old);
      case 4:
        return hindexed(old);
      case 5:
        return structure(old, type(depth - 1), predefined());
      case 6:
        return subarray(old);
      case 7:
        return darray(old);
      default:
        return resized(old);
    }
  }

 private:
  Twin contiguous(const Twin& old) {
    const auto count = between(0, 5);
    return {datatype::contiguous(old.layout, count), old.map.repeated(count, old.map.extent())};
  }
  Twin vector(const Twin& old) {
    const auto count = between(0, 4);
    const auto length = between(0, 4);
    const auto stride = between(-5, 7);
    const TypeMap block = old.map.repeated(length, old.map.extent());
    return {datatype::vector(old.layout, count, length, stride),
            block.repeated(count, stride * old.map.extent())};
  }
  Twin hvector(const Twin& old) {
    const auto count = between(0, 4);
    const auto length = between(0, 3);
    const auto stride = between(-70, 90);
    const TypeMap block = old.map.repeated(length, old.map.extent());
    return {datatype::hvector(old.layout, count, length, stride), block.repeated(count, stride)};
  }
  Twin indexed(const Twin& old) {
    std::vector<MPI_Count> lengths;
    std::vector<MPI_Count> displacements;
    lists(lengths, displacements, 12);
    TypeMap map;
    for (std::size_t i = 0; i < lengths.size(); i++) {
      map.append(old.map.repeated(lengths[i], old.map.extent()),
                 displacements[i] * old.map.extent());
    }
    return {datatype::indexed(old.layout, lengths, displacements), map};
  }
  Twin hindexed(const Twin& old) {
    std::vector<MPI_Count> lengths;
    std::vector<MPI_Count> displacements;
    lists(lengths, displacements, 200);
    const bool one_length = between(0, 1) == 1;
    if (one_length) lengths.assign(1, between(0, 3));
    TypeMap map;
    for (std::size_t i = 0; i < displacements.size(); i++) {
      map.append(old.map.repeated(lengths[one_length ? 0 : i], old.map.extent()), displacements[i]);
    }
    return {datatype::hindexed(old.layout, lengths, displacements), map};
  }
  Twin structure(const Twin& a, const Twin& b, const Twin& c) {
    const Twin* all[] = {&a, &b, &c};
    std::vector<const Layout*> olds;
    std::vector<MPI_Count> lengths;
    std::vector<MPI_Count> displacements;
    TypeMap map;
    for (auto n = between(0, 4); n > 0; n--) {
      const Twin& old = *all[between(0, 2)];
      olds.push_back(&old.layout);
      lengths.push_back(between(0, 2));
      displacements.push_back(between(-100, 100));
      if (lengths.back() == 0) continue;
      map.append(
          old.map.entries.empty() ? old.map : old.map.repeated(lengths.back(), old.map.extent()),
          displacements.back());
    }
    return {datatype::structure(olds, lengths, displacements), map};
  }
  // MPI 5.0, 5.1.3, element by element.
  Twin subarray(const Twin& old) {
    const auto dimensions = static_cast<std::size_t>(between(1, 3));
    std::vector<MPI_Count> sizes(dimensions);
    std::vector<MPI_Count> subsizes(dimensions);
    std::vector<MPI_Count> starts(dimensions);
    for (std::size_t d = 0; d < dimensions; d++) {
      sizes[d] = between(1, 4);
      subsizes[d] = between(1, sizes[d]);
      starts[d] = between(0, sizes[d] - subsizes[d]);
    }
    const bool c_order = between(0, 1) == 0;
    TypeMap map;
    std::vector<MPI_Count> at(dimensions, 0);
    const auto extent = old.map.extent();
    for (;;) {
      std::int64_t linear = 0;
      for (std::size_t step = 0; step < dimensions; step++) {
        const std::size_t d = c_order ? step : dimensions - 1 - step;
        linear = linear * sizes[d] + starts[d] + at[d];
      }
      map.append(old.map, linear * extent);
      std::size_t step = 0;
      for (; step < dimensions; step++) {
        const std::size_t d = c_order ? dimensions - 1 - step : step;
        if (++at[d] < subsizes[d]) break;
        at[d] = 0;
      }
      if (step == dimensions) break;
    }
    std::int64_t total = extent;
    for (const auto size : sizes) total *= size;
    return {datatype::subarray(old.layout,
                               {.sizes = sizes,
                                .subsizes = subsizes,
                                .starts = starts,
                                .order = c_order ? datatype::Order::c : datatype::Order::fortran}),
            map.resized(0, total)};
  }
  // MPI 5.0, 5.1.4: every element of the array, kept if this process owns it.
  Twin darray(const Twin& old) {
    const auto dimensions = static_cast<std::size_t>(between(1, 3));
    std::vector<datatype::DarrayDimension> all(dimensions);
    std::int64_t total = 1;
    for (auto& d : all) {
      d.length = between(1, 6);
      d.processes = between(1, 3);
      d.coordinate = between(0, d.processes - 1);
      d.block = between(1, 4);
      total *= d.length;
    }
    const bool c_order = between(0, 1) == 0;
    TypeMap map;
    for (std::int64_t linear = 0; linear < total; linear++) {
      std::int64_t rest = linear;
      bool own = true;
      for (std::size_t step = 0; step < dimensions; step++) {
        const auto& d = all[c_order ? dimensions - 1 - step : step];
        const auto index = rest % d.length;
        rest /= d.length;
        own = own && index / d.block % d.processes == d.coordinate;
      }
      if (own) map.append(old.map, linear * old.map.extent());
    }
    return {
        datatype::darray(old.layout, all, c_order ? datatype::Order::c : datatype::Order::fortran),
        map.resized(0, total * old.map.extent())};
  }
  Twin resized(const Twin& old) {
    const auto lb = between(-40, 40);
    const auto extent = between(-60, 120);
    return {datatype::resized(old.layout, lb, extent), old.map.resized(lb, extent)};
  }
  void lists(std::vector<MPI_Count>& lengths, std::vector<MPI_Count>& displacements,
             std::int64_t reach) {
    for (auto n = between(0, 5); n > 0; n--) {
      lengths.push_back(between(0, 3));
      displacements.push_back(between(-reach, reach));
    }
  }

  std::mt19937 random_;
};

}  // namespace smpi::test
