// SPDX-License-Identifier: BSD-3-Clause
//
// The table of predefined types, and type matching.
#include "libsmpi/mpi/datatype/datatype.h"

#include <algorithm>
#include <array>

#include "kernel/error.h"

namespace smpi {

namespace {

using datatype::Element;
using datatype::Signature;

class PredefinedTypes {
 public:
  PredefinedTypes() {
    for (unsigned byte = 0; byte < types_.size(); byte++) {
      const auto element = static_cast<Element>(byte);
      if (!datatype::is_supported(element)) continue;
      auto* type = new Datatype(datatype::predefined_layout(element));
      type->handle = datatype::predefined(element).abi_value;
      type->handle_count = 1;
      type->notes.name = datatype::predefined(element).name;
      type->commit();
      types_[byte] = Ref<Datatype>(type);
    }
  }
  Datatype* find(Element element) const { return types_[element].get(); }

 private:
  std::array<Ref<Datatype>, 256> types_;
};

constinit const PredefinedTypes* made_types = nullptr;

[[gnu::cold, gnu::noinline]] const PredefinedTypes& make_predefined_types() {
  static const PredefinedTypes types;
  made_types = &types;
  return types;
}

// Every message asks for one.
const PredefinedTypes& predefined_types() {
  return made_types != nullptr ? *made_types : make_predefined_types();
}

constexpr Element packed_element = datatype::element_of(0x207);

bool is_packed(const Datatype& type) {
  return type.layout().signature.only_element() == packed_element;
}

}  // namespace

Datatype* predefined_type(std::uintptr_t abi_value) {
  if ((abi_value & ~std::uintptr_t{0xff}) != 0x200) return nullptr;
  return predefined_types().find(datatype::element_of(abi_value));
}

Datatype& predefined_type(MPI_Datatype type) {
  Datatype* found = predefined_type(reinterpret_cast<std::uintptr_t>(type));
  SIM_ASSERT(found != nullptr, "not a predefined datatype");
  return *found;
}

Datatype* Datatype::unit() const {
  return layout_.unit ? predefined_types().find(datatype::type_of(*layout_.unit)) : nullptr;
}

bool signatures_match(const Datatype& sent, MPI_Count sent_count, const Datatype& received,
                      MPI_Count received_count) {
  if (&sent == &received) return sent_count <= received_count;
  if (is_packed(sent) || is_packed(received)) return true;
  const Signature& from = sent.layout().signature;
  const Signature& to = received.layout().signature;
  const MPI_Count elements = from.elements() * sent_count;
  if (elements == 0) return true;
  if (elements > to.elements() * received_count) return false;
  if (from.only_element() && to.only_element()) return from.only_element() == to.only_element();
  return from.prefix(elements).value == to.prefix(elements).value;
}

}  // namespace smpi
