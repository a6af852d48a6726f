// SPDX-License-Identifier: BSD-3-Clause
//
// Copy and delete callbacks of attributes (MPI 5.0, 7.7), and values that cross languages (19.3.7).
#include "libsmpi/mpi/attributes/attributes.h"

#include <gtest/gtest.h>

#include <string>

namespace smpi {
namespace {

std::string journal;
int delete_result = MPI_SUCCESS;

int copy_and_add_one(MPI_Comm, int, void* extra, void* in, void* out, int* flag) {
  journal += "copy" + std::to_string(*static_cast<int*>(extra)) + " ";
  *static_cast<void**>(out) = static_cast<char*>(in) + 1;
  *flag = 1;
  return MPI_SUCCESS;
}
int copy_fails(MPI_Comm, int, void*, void*, void*, int* flag) {
  *flag = 1;
  return MPI_ERR_OTHER;
}
int journal_delete(MPI_Comm comm, int, void* value, void* extra) {
  journal += "delete" + std::to_string(*static_cast<int*>(extra)) + "@" +
             std::to_string(reinterpret_cast<std::uintptr_t>(comm)) + "=" +
             std::to_string(reinterpret_cast<std::uintptr_t>(value)) + " ";
  return delete_result;
}

HandlePool<Keyval> keys;

Ref<Keyval> key(MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* remove,
                int* number) {
  auto* result = new Keyval(keys);
  result->copy = reinterpret_cast<Keyval::Function>(copy);
  result->remove = reinterpret_cast<Keyval::Function>(remove);
  result->extra_state = number;
  return result;
}

AttributeValue pointer(std::uintptr_t value) {
  return AttributeValue::from_c(reinterpret_cast<void*>(value));
}

std::uintptr_t read(Attributes& attributes, const Keyval& k) {
  return reinterpret_cast<std::uintptr_t>(attributes.find(k)->as_c());
}

class AttributesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    journal.clear();
    delete_result = MPI_SUCCESS;
  }
  int one_ = 1;
  int two_ = 2;
};

TEST_F(AttributesTest, SettingAgainDeletesTheOldValueFirst) {
  const auto k = key(nullptr, journal_delete, &one_);
  Attributes attributes;
  EXPECT_EQ(attributes.find(*k), nullptr);
  EXPECT_EQ(attributes.set(*k, pointer(10), 257), MPI_SUCCESS);
  EXPECT_EQ(attributes.set(*k, pointer(20), 257), MPI_SUCCESS);
  EXPECT_EQ(journal, "delete1@257=10 ");
  EXPECT_EQ(read(attributes, *k), 20U);
}

TEST_F(AttributesTest, FailingDeleteKeepsTheValue) {
  const auto k = key(nullptr, journal_delete, &one_);
  Attributes attributes;
  attributes.set(*k, pointer(10), 257);
  delete_result = MPI_ERR_OTHER;
  EXPECT_EQ(attributes.erase(*k, 257), MPI_ERR_OTHER);
  EXPECT_EQ(attributes.set(*k, pointer(11), 257), MPI_ERR_OTHER);
  EXPECT_EQ(read(attributes, *k), 10U);
}

TEST_F(AttributesTest, ClearDeletesTheNewestFirst) {
  const auto a = key(nullptr, journal_delete, &one_);
  const auto b = key(nullptr, journal_delete, &two_);
  Attributes attributes;
  attributes.set(*a, pointer(10), 258);
  attributes.set(*b, pointer(20), 258);
  EXPECT_EQ(attributes.clear(258), MPI_SUCCESS);
  EXPECT_EQ(journal, "delete2@258=20 delete1@258=10 ");
  EXPECT_TRUE(attributes.empty());
}

TEST_F(AttributesTest, DuplicateGetsWhatTheCopyFunctionsSay) {
  const auto with_function = key(copy_and_add_one, nullptr, &one_);
  const auto with_dup = key(MPI_COMM_DUP_FN, nullptr, &two_);
  const auto without = key(MPI_COMM_NULL_COPY_FN, nullptr, &two_);
  Attributes attributes;
  attributes.set(*with_function, pointer(10), 257);
  attributes.set(*with_dup, pointer(20), 257);
  attributes.set(*without, pointer(30), 257);
  Attributes duplicate;
  EXPECT_EQ(attributes.copy_to(duplicate, 257), MPI_SUCCESS);
  EXPECT_EQ(journal, "copy1 ");
  EXPECT_EQ(read(duplicate, *with_function), 11U);
  EXPECT_EQ(read(duplicate, *with_dup), 20U);
  EXPECT_EQ(duplicate.find(*without), nullptr);
}

TEST_F(AttributesTest, FailingCopyIsReported) {
  const auto k = key(copy_fails, nullptr, &one_);
  Attributes attributes;
  attributes.set(*k, pointer(10), 257);
  Attributes duplicate;
  EXPECT_EQ(attributes.copy_to(duplicate, 257), MPI_ERR_OTHER);
  EXPECT_TRUE(duplicate.empty());
}

// MPI 5.0, 19.3.7: C reads the address of what Fortran set, Fortran the bits of C's pointer.
TEST_F(AttributesTest, EachLanguageSeesItsOwnView) {
  auto from_c = AttributeValue::from_c(reinterpret_cast<void*>(0x123456789a));
  EXPECT_EQ(from_c.as_fortran(), 0x123456789a);
  EXPECT_EQ(from_c.as_fortran_integer(), 0x3456789a);
  auto from_fortran = AttributeValue::from_fortran(-7);
  EXPECT_EQ(*static_cast<MPI_Aint*>(from_fortran.as_c()), -7);
  EXPECT_EQ(from_fortran.as_fortran_integer(), -7);
  auto from_integer = AttributeValue::from_fortran_integer(-7);
  EXPECT_EQ(*static_cast<MPI_Fint*>(from_integer.as_c()), -7);
  EXPECT_EQ(from_integer.as_fortran(), -7);
}

void fortran_copy(MPI_Fint* object, MPI_Fint* k, MPI_Aint* extra, MPI_Aint* in, MPI_Aint* out,
                  MPI_Fint* flag, MPI_Fint* error) {
  journal += "fortran" + std::to_string(*object) + "," + std::to_string(*k) + "," +
             std::to_string(*extra) + " ";
  *out = *in * 2;
  *flag = 1;
  *error = MPI_SUCCESS;
}

TEST_F(AttributesTest, FortranCallbacksTakeReferences) {
  HandlePool<Keyval> own_keys;
  const Ref<Keyval> k(new Keyval(own_keys));
  k->language = AttributeLanguage::fortran;
  k->copy = reinterpret_cast<Keyval::Function>(fortran_copy);
  k->extra_state = reinterpret_cast<void*>(42);
  Attributes attributes;
  attributes.set(*k, AttributeValue::from_fortran(21), 257);
  Attributes duplicate;
  EXPECT_EQ(attributes.copy_to(duplicate, 257), MPI_SUCCESS);
  EXPECT_EQ(journal, "fortran257,16384,42 ");
  EXPECT_EQ(duplicate.find(*k)->as_fortran(), 42);
}

}  // namespace
}  // namespace smpi
