// SPDX-License-Identifier: BSD-3-Clause
//
// The common unit follows from the signature, which is the same on all ranks.
#include "libsmpi/mpi/coll/data/common_elements.h"

namespace smpi::coll {
namespace {

constexpr std::uintptr_t predefined_types = 0x200;  // the low byte names the element

Datatype& unit_of(const Datatype& type) {
  const auto element = type.layout().signature.only_element();
  Datatype* unit = element ? predefined_type(predefined_types + *element) : nullptr;
  return unit != nullptr ? *unit : predefined_type(MPI_BYTE);
}

}  // namespace

bool is_common_element(const Datatype& type) {
  return &type == &unit_of(type);
}

MPI_Count common_element_bytes(const Datatype& type) {
  return unit_of(type).size_bytes();
}

CommonElements::CommonElements(const Operation& operation, const Block& block,
                               PackedData::Content content)
    : common_(block) {
  Datatype& unit = unit_of(*block.type);
  if (block.type == &unit) return;
  data_.emplace(operation, block, content);
  const Block bytes = data_->range(0, data_->size_bytes());
  common_ = {bytes.address, bytes.count / unit.size_bytes(), &unit};
}

void CommonElements::unpack() const {
  if (data_) data_->unpack();
}

}  // namespace smpi::coll
