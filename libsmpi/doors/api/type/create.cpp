// SPDX-License-Identifier: BSD-3-Clause
//
// Type constructors (MPI 5.0, 5.1.2), in three generations: MPI-1 with int and MPI_Aint, MPI-2 with
// clearer names, MPI-4 with MPI_Count.
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/type/type_check.h"

namespace smpi::api {

int make_type(datatype::Layout layout, Recipe recipe, MPI_Datatype* new_type) {
  if (!layout.is_representable()) {
    return raise(nullptr, MPI_ERR_VALUE_TOO_LARGE, "the size of the datatype exceeds 64 bits");
  }
  Ref<Datatype> type(new Datatype(std::move(layout)));
  type->set_recipe(std::move(recipe));
  type->made_at = running_strand->call.return_address;
  *new_type = add_handle(type);
  return MPI_SUCCESS;
}

namespace {

int contiguous(Form form, MPI_Count count, MPI_Datatype old_handle, MPI_Datatype* new_type) {
  TypeCheck check;
  check.count(count).pointer(new_type, "newtype");
  Datatype* old = check.old_type(old_handle);
  if (check.failed()) return check.raise();
  return make_type(datatype::contiguous(old->layout(), count),
                   RecipeBuilder(MPI_COMBINER_CONTIGUOUS, form).count(count).type(*old).finish(),
                   new_type);
}

struct VectorArguments {
  MPI_Count count;
  MPI_Count block_length;
  MPI_Count stride;
  MPI_Datatype old;
  MPI_Datatype* new_type;
};

Datatype* check_vector(TypeCheck& check, const VectorArguments& a) {
  check.count(a.count).pointer(a.new_type, "newtype");
  check.require(a.block_length >= 0, MPI_ERR_ARG, "negative block length");
  return check.old_type(a.old);
}

int vector(Form form, const VectorArguments& a) {
  TypeCheck check;
  Datatype* old = check_vector(check, a);
  if (check.failed()) return check.raise();
  RecipeBuilder recipe(MPI_COMBINER_VECTOR, form);
  recipe.count(a.count).count(a.block_length).count(a.stride).type(*old);
  return make_type(datatype::vector(old->layout(), a.count, a.block_length, a.stride),
                   recipe.finish(), a.new_type);
}

int hvector(Form form, const VectorArguments& a) {
  TypeCheck check;
  Datatype* old = check_vector(check, a);
  if (check.failed()) return check.raise();
  RecipeBuilder recipe(MPI_COMBINER_HVECTOR, form);
  recipe.count(a.count).count(a.block_length).address(a.stride).type(*old);
  return make_type(datatype::hvector(old->layout(), a.count, a.block_length, a.stride),
                   recipe.finish(), a.new_type);
}

// Int is the type of lengths, Displacement that of displacements.
template <class Int, class Displacement>
struct IndexedArguments {
  Form form;
  MPI_Count count;
  const Int* lengths;  // one for all in the block forms
  const Displacement* displacements;
  MPI_Datatype old;
  MPI_Datatype* new_type;
};

// Displacements are in extents of the old type (elements) or in bytes.
enum class Unit : std::uint8_t { elements, bytes };

template <class Int, class Displacement>
int indexed(const IndexedArguments<Int, Displacement>& a, Unit unit, bool one_length) {
  TypeCheck check;
  const MPI_Count length_count = one_length ? 1 : a.count;
  check.count(a.count).pointer(a.new_type, "newtype");
  check.block_lengths(a.lengths, length_count).array(a.displacements, a.count);
  Datatype* old = check.old_type(a.old);
  if (check.failed()) return check.raise();
  const auto lengths = widened(a.lengths, length_count);
  const auto displacements = widened(a.displacements, a.count);
  const bool in_bytes = unit == Unit::bytes;
  const int combiner = one_length
                           ? (in_bytes ? MPI_COMBINER_HINDEXED_BLOCK : MPI_COMBINER_INDEXED_BLOCK)
                           : (in_bytes ? MPI_COMBINER_HINDEXED : MPI_COMBINER_INDEXED);
  RecipeBuilder recipe(combiner, a.form);
  recipe.count(a.count).counts(lengths).type(*old);
  if (in_bytes) {
    recipe.addresses(displacements);
  } else {
    recipe.counts(displacements);
  }
  return make_type(in_bytes ? datatype::hindexed(old->layout(), lengths, displacements)
                            : datatype::indexed(old->layout(), lengths, displacements),
                   recipe.finish(), a.new_type);
}

template <class Int>
struct StructArguments {
  Form form;
  MPI_Count count;
  const Int* lengths;
  const MPI_Aint* displacements;
  const MPI_Datatype* types;
  MPI_Datatype* new_type;
};

template <class Int>
int structure(const StructArguments<Int>& a) {
  TypeCheck check;
  check.count(a.count).pointer(a.new_type, "newtype");
  check.block_lengths(a.lengths, a.count).array(a.displacements, a.count).array(a.types, a.count);
  if (check.failed()) return check.raise();
  RecipeBuilder recipe(MPI_COMBINER_STRUCT, a.form);
  const auto lengths = widened(a.lengths, a.count);
  const auto displacements = widened(a.displacements, a.count);
  std::vector<const datatype::Layout*> layouts;
  for (MPI_Count i = 0; i < a.count; i++) {
    Datatype* old = check.old_type(a.types[i]);
    if (old == nullptr) return check.raise();
    layouts.push_back(&old->layout());
    recipe.type(*old);
  }
  recipe.count(a.count).counts(lengths).addresses(displacements);
  return make_type(datatype::structure(layouts, lengths, displacements), recipe.finish(),
                   a.new_type);
}

int resized(Form form, MPI_Datatype old_handle, MPI_Count lb, MPI_Count extent,
            MPI_Datatype* new_type) {
  TypeCheck check;
  check.pointer(new_type, "newtype");
  Datatype* old = check.old_type(old_handle);
  if (check.failed()) return check.raise();
  return make_type(
      datatype::resized(old->layout(), lb, extent),
      RecipeBuilder(MPI_COMBINER_RESIZED, form).address(lb).address(extent).type(*old).finish(),
      new_type);
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const Call call;
  return contiguous(Form::small, count, oldtype, newtype);
}

int PMPI_Type_vector(int count, int blocklength, int stride, MPI_Datatype oldtype,
                     MPI_Datatype* newtype) {
  const Call call;
  return vector(Form::small, {count, blocklength, stride, oldtype, newtype});
}

int PMPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                             MPI_Datatype* newtype) {
  const Call call;
  return hvector(Form::small, {count, blocklength, stride, oldtype, newtype});
}

int PMPI_Type_hvector(int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
                      MPI_Datatype* newtype) {
  const Call call;
  return hvector(Form::small, {count, blocklength, stride, oldtype, newtype});
}

int PMPI_Type_indexed(int count, const int array_of_blocklengths[],
                      const int array_of_displacements[], MPI_Datatype oldtype,
                      MPI_Datatype* newtype) {
  const Call call;
  return indexed<int, int>(
      {Form::small, count, array_of_blocklengths, array_of_displacements, oldtype, newtype},
      Unit::elements, false);
}

int PMPI_Type_indexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
                        const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
                        MPI_Datatype* newtype) {
  const Call call;
  return indexed<MPI_Count, MPI_Count>(
      {Form::large, count, array_of_blocklengths, array_of_displacements, oldtype, newtype},
      Unit::elements, false);
}

int PMPI_Type_create_hindexed(int count, const int array_of_blocklengths[],
                              const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                              MPI_Datatype* newtype) {
  const Call call;
  return indexed<int, MPI_Aint>(
      {Form::small, count, array_of_blocklengths, array_of_displacements, oldtype, newtype},
      Unit::bytes, false);
}

int PMPI_Type_create_hindexed_c(MPI_Count count, const MPI_Count array_of_blocklengths[],
                                const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
                                MPI_Datatype* newtype) {
  const Call call;
  return indexed<MPI_Count, MPI_Count>(
      {Form::large, count, array_of_blocklengths, array_of_displacements, oldtype, newtype},
      Unit::bytes, false);
}

int PMPI_Type_hindexed(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[],
                       MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const Call call;
  return indexed<int, MPI_Aint>(
      {Form::small, count, array_of_blocklengths, array_of_displacements, oldtype, newtype},
      Unit::bytes, false);
}

int PMPI_Type_create_indexed_block(int count, int blocklength, const int array_of_displacements[],
                                   MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const Call call;
  return indexed<int, int>(
      {Form::small, count, &blocklength, array_of_displacements, oldtype, newtype}, Unit::elements,
      true);
}

int PMPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength,
                                     const MPI_Count array_of_displacements[], MPI_Datatype oldtype,
                                     MPI_Datatype* newtype) {
  const Call call;
  return indexed<MPI_Count, MPI_Count>(
      {Form::large, count, &blocklength, array_of_displacements, oldtype, newtype}, Unit::elements,
      true);
}

int PMPI_Type_create_hindexed_block(int count, int blocklength,
                                    const MPI_Aint array_of_displacements[], MPI_Datatype oldtype,
                                    MPI_Datatype* newtype) {
  const Call call;
  return indexed<int, MPI_Aint>(
      {Form::small, count, &blocklength, array_of_displacements, oldtype, newtype}, Unit::bytes,
      true);
}

int PMPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength,
                                      const MPI_Count array_of_displacements[],
                                      MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const Call call;
  return indexed<MPI_Count, MPI_Count>(
      {Form::large, count, &blocklength, array_of_displacements, oldtype, newtype}, Unit::bytes,
      true);
}

int PMPI_Type_create_struct(int count, const int array_of_blocklengths[],
                            const MPI_Aint array_of_displacements[],
                            const MPI_Datatype array_of_types[], MPI_Datatype* newtype) {
  const Call call;
  return structure<int>(
      {Form::small, count, array_of_blocklengths, array_of_displacements, array_of_types, newtype});
}

int PMPI_Type_struct(int count, int array_of_blocklengths[], MPI_Aint array_of_displacements[],
                     MPI_Datatype array_of_types[], MPI_Datatype* newtype) {
  const Call call;
  return structure<int>(
      {Form::small, count, array_of_blocklengths, array_of_displacements, array_of_types, newtype});
}

int PMPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
                             MPI_Datatype* newtype) {
  const Call call;
  return resized(Form::small, oldtype, lb, extent, newtype);
}

#include <large_counts/type/create.inc>

}  // extern "C"
