// SPDX-License-Identifier: BSD-3-Clause
//
// One branch a constructor; arguments are read from the recipe in the order of MPI 5.0, 5.1.13.
#include "libsmpi/mpi/io/file_layout.h"

#include <vector>

#include "libsmpi/mpi/datatype/constructors.h"

namespace smpi::io {
namespace {

using datatype::Layout;

// The numbers of a recipe, in either form: with int and MPI_Aint, or with MPI_Count.
class RecipeReader {
 public:
  explicit RecipeReader(const Recipe& recipe) : recipe_(recipe) {}

  int integer() { return recipe_.integers[integer_++]; }
  MPI_Count count() { return is_large() ? recipe_.large_counts[large_++] : integer(); }
  MPI_Count address() {
    return is_large() ? recipe_.large_counts[large_++] : recipe_.addresses[address_++];
  }
  std::vector<MPI_Count> counts(MPI_Count number) {
    std::vector<MPI_Count> values;
    for (MPI_Count i = 0; i < number; i++) values.push_back(count());
    return values;
  }
  std::vector<MPI_Count> addresses(MPI_Count number) {
    std::vector<MPI_Count> values;
    for (MPI_Count i = 0; i < number; i++) values.push_back(address());
    return values;
  }

 private:
  bool is_large() const { return !recipe_.large_counts.empty(); }

  const Recipe& recipe_;
  std::size_t integer_ = 0;
  std::size_t address_ = 0;
  std::size_t large_ = 0;
};

datatype::Order order_of(int order) {
  return order == MPI_ORDER_FORTRAN ? datatype::Order::fortran : datatype::Order::c;
}

Layout bytes(MPI_Count count) {
  return datatype::contiguous(
      datatype::predefined_layout(datatype::element_of(reinterpret_cast<std::uintptr_t>(MPI_BYTE))),
      count);
}

Layout subarray(const Layout& old, RecipeReader& recipe) {
  const int dimensions = recipe.integer();
  const auto sizes = recipe.counts(dimensions);
  const auto subsizes = recipe.counts(dimensions);
  const auto starts = recipe.counts(dimensions);
  return datatype::subarray(old, {.sizes = sizes,
                                  .subsizes = subsizes,
                                  .starts = starts,
                                  .order = order_of(recipe.integer())});
}

datatype::DarrayDimension dimension_of(MPI_Count length, int distribution, int block,
                                       int processes) {
  MPI_Count used = block;
  if (distribution == MPI_DISTRIBUTE_NONE) {
    used = length;
  } else if (block == MPI_DISTRIBUTE_DFLT_DARG) {
    used = distribution == MPI_DISTRIBUTE_BLOCK ? (length + processes - 1) / processes : 1;
  }
  return {.length = length, .block = used, .processes = processes, .coordinate = 0};
}

Layout darray(const Layout& old, RecipeReader& recipe) {
  recipe.integer();  // the number of processes is the product of those of the dimensions
  MPI_Count rest = recipe.integer();
  const int count = recipe.integer();
  const auto lengths = recipe.counts(count);
  std::vector<int> numbers;  // distributions, blocks, processes
  for (int i = 0; i < 3 * count; i++) numbers.push_back(recipe.integer());
  std::vector<datatype::DarrayDimension> dimensions;
  for (std::size_t d = 0; d < lengths.size(); d++) {
    dimensions.push_back(dimension_of(lengths[d], numbers[d], numbers[lengths.size() + d],
                                      numbers[2 * lengths.size() + d]));
  }
  for (auto d = dimensions.rbegin(); d != dimensions.rend(); ++d) {
    d->coordinate = rest % d->processes;
    rest /= d->processes;
  }
  return datatype::darray(old, dimensions, order_of(recipe.integer()));
}

Layout structure(const Representation& representation, const Recipe& made, RecipeReader& recipe) {
  std::vector<Layout> olds;
  std::vector<const Layout*> members;
  for (const Ref<Datatype>& old : made.types) olds.push_back(layout_in(representation, *old));
  for (const Layout& old : olds) members.push_back(&old);
  const MPI_Count count = recipe.count();
  const auto lengths = recipe.counts(count);
  const auto displacements = recipe.addresses(count);
  return datatype::structure(members, lengths, displacements);
}

Layout rebuilt(const Layout& old, int combiner, RecipeReader& recipe) {
  switch (combiner) {
    case MPI_COMBINER_CONTIGUOUS:
      return datatype::contiguous(old, recipe.count());
    case MPI_COMBINER_VECTOR: {
      const auto numbers = recipe.counts(3);
      return datatype::vector(old, numbers[0], numbers[1], numbers[2]);
    }
    case MPI_COMBINER_HVECTOR: {
      const auto numbers = recipe.counts(2);
      return datatype::hvector(old, numbers[0], numbers[1], recipe.address());
    }
    case MPI_COMBINER_INDEXED:
    case MPI_COMBINER_INDEXED_BLOCK: {
      const MPI_Count count = recipe.count();
      const auto lengths = recipe.counts(combiner == MPI_COMBINER_INDEXED ? count : 1);
      return datatype::indexed(old, lengths, recipe.counts(count));
    }
    case MPI_COMBINER_HINDEXED:
    case MPI_COMBINER_HINDEXED_BLOCK: {
      const MPI_Count count = recipe.count();
      const auto lengths = recipe.counts(combiner == MPI_COMBINER_HINDEXED ? count : 1);
      return datatype::hindexed(old, lengths, recipe.addresses(count));
    }
    case MPI_COMBINER_RESIZED: {
      const auto bounds = recipe.addresses(2);
      return datatype::resized(old, bounds[0], bounds[1]);
    }
    case MPI_COMBINER_SUBARRAY:
      return subarray(old, recipe);
    case MPI_COMBINER_DARRAY:
      return darray(old, recipe);
    default:
      return old;  // a duplicate
  }
}

// Has every element the size that it has in memory?
bool has_native_sizes(const Representation& representation, const Datatype& type) {
  bool same = true;
  const auto compare = [&](datatype::Element element, std::int64_t) {
    same &= representation.element_bytes(element) == datatype::predefined(element).size_bytes;
  };
  const datatype::Signature& signature = type.layout().signature;
  if (const auto only = signature.only_element()) {
    compare(*only, 1);
  } else {
    signature.for_each(compare);
  }
  return same;
}

}  // namespace

Layout layout_in(const Representation& representation, const Datatype& type) {
  if (representation.is_native() || has_native_sizes(representation, type)) return type.layout();
  const Recipe& recipe = type.recipe();
  RecipeReader reader(recipe);
  if (recipe.combiner == MPI_COMBINER_STRUCT) return structure(representation, recipe, reader);
  const bool is_basic = type.is_predefined() || type.is_unnamed_predefined();
  if (is_basic) return bytes(representation.size_bytes(1, type));
  return rebuilt(layout_in(representation, *recipe.types[0]), recipe.combiner, reader);
}

}  // namespace smpi::io
