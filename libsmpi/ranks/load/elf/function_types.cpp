// SPDX-License-Identifier: BSD-3-Clause
//
// Walking DWARF with libdw. Scalars are named by what they are, not by how the source calls them.
#include "libsmpi/ranks/load/elf/function_types.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

namespace smpi::load {
namespace {

// The type behind typedefs and qualifiers; nothing for void.
std::optional<Dwarf_Die> type_of(Dwarf_Die& die) {
  Dwarf_Attribute attribute;
  Dwarf_Die type;
  if (dwarf_attr_integrate(&die, DW_AT_type, &attribute) == nullptr ||
      dwarf_formref_die(&attribute, &type) == nullptr) {
    return std::nullopt;
  }
  switch (dwarf_tag(&type)) {
    case DW_TAG_typedef:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
    case DW_TAG_atomic_type:
      return type_of(type);
    default:
      return type;
  }
}

std::string integer_name(Dwarf_Word size_bytes, bool is_signed) {
  return fmt::format("{}int{}_t", is_signed ? "" : "u", 8 * size_bytes);
}

// Of a number, as overlays name its type; empty for anything else.
std::string scalar_name(Dwarf_Die& type) {
  Dwarf_Word size_bytes = 0;
  if (dwarf_aggregate_size(&type, &size_bytes) != 0 || size_bytes > 8) return {};
  if (dwarf_tag(&type) == DW_TAG_enumeration_type) return integer_name(size_bytes, true);
  Dwarf_Attribute attribute;
  Dwarf_Word encoding = 0;
  if (dwarf_tag(&type) != DW_TAG_base_type ||
      dwarf_formudata(dwarf_attr(&type, DW_AT_encoding, &attribute), &encoding) != 0) {
    return {};
  }
  switch (encoding) {
    case DW_ATE_float:
      if (size_bytes < 4) return {};
      return size_bytes == 4 ? "float" : "double";
    case DW_ATE_signed:
      return size_bytes == 4 ? "int" : integer_name(size_bytes, true);
    case DW_ATE_signed_char:
      return integer_name(size_bytes, true);
    case DW_ATE_boolean:
    case DW_ATE_unsigned:
    case DW_ATE_unsigned_char:
      return integer_name(size_bytes, false);
    default:
      return {};
  }
}

bool is_fortran(Dwarf_Die& function) {
  Dwarf_Die unit;
  if (dwarf_diecu(&function, &unit, nullptr, nullptr) == nullptr) return false;
  switch (dwarf_srclang(&unit)) {
    case DW_LANG_Fortran77:
    case DW_LANG_Fortran90:
    case DW_LANG_Fortran95:
    case DW_LANG_Fortran03:
    case DW_LANG_Fortran08:
      return true;
    default:
      return false;
  }
}

bool is_reference(int tag) {
  return tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type;
}

// Such as "int N" or "double* A"; empty when overlays have no word for it.
std::string argument_text(Dwarf_Die& parameter, const std::string& name, bool by_address) {
  std::optional<Dwarf_Die> type = type_of(parameter);
  if (!type) return {};
  const int tag = dwarf_tag(&*type);
  if (tag != DW_TAG_pointer_type && !is_reference(tag)) {
    const std::string scalar = scalar_name(*type);
    return scalar.empty() ? scalar : fmt::format("{} {}", scalar, name);
  }
  std::optional<Dwarf_Die> target = type_of(*type);
  const std::string scalar = target ? scalar_name(*target) : "";
  if (scalar.empty()) return fmt::format("void* {}", name);
  return fmt::format("{}{} {}", scalar, is_reference(tag) || by_address ? "&" : "*", name);
}

std::string result_name(Dwarf_Die& function) {
  std::optional<Dwarf_Die> type = type_of(function);
  if (!type) return "void";
  const int tag = dwarf_tag(&*type);
  return tag == DW_TAG_pointer_type || is_reference(tag) ? "pointer" : scalar_name(*type);
}

// Such as "class Matrix" or "long double".
std::string type_text(Dwarf_Die& type) {
  struct TypeWord {
    int tag;
    std::string_view word;
  };
  constexpr TypeWord words[] = {{DW_TAG_structure_type, "struct"},
                                {DW_TAG_class_type, "class"},
                                {DW_TAG_union_type, "union"},
                                {DW_TAG_array_type, "array"},
                                {DW_TAG_string_type, "text"}};
  const auto* found = std::ranges::find(words, dwarf_tag(&type), &TypeWord::tag);
  const std::string word(found == std::end(words) ? "" : found->word);
  const char* known = dwarf_diename(&type);
  const std::string name = known == nullptr ? "" : known;
  return word + (word.empty() || name.empty() ? "" : " ") + name;
}

// Only results of base types are always returned in registers.
void describe_result(FunctionType& function, Dwarf_Die& die) {
  function.result = result_name(die);
  if (!function.result.empty()) return;
  std::optional<Dwarf_Die> type = type_of(die);
  function.result_obstacle =
      fmt::format("overlays have no type for its result ({})", type_text(*type));
  if (dwarf_tag(&*type) != DW_TAG_base_type) function.arguments.clear();
}

void add_argument(FunctionType& result, Dwarf_Die& parameter, int number, bool by_address) {
  const char* known = dwarf_diename(&parameter);
  const std::string name = known == nullptr ? fmt::format("argument{}", number) : known;
  const std::string text = argument_text(parameter, name, by_address);
  if (text.empty()) result.obstacle = fmt::format("overlays have no type for argument {}", name);
  result.arguments += (result.arguments.empty() ? "" : ", ") + text;
}

FunctionType describe(Dwarf_Die& function) {
  FunctionType result;
  const bool by_address = is_fortran(function);
  Dwarf_Die child;
  int number = 0;
  for (int more = dwarf_child(&function, &child); more == 0;
       more = dwarf_siblingof(&child, &child)) {
    if (dwarf_tag(&child) == DW_TAG_unspecified_parameters) {
      result.obstacle = "the number of its arguments varies";
    } else if (dwarf_tag(&child) == DW_TAG_formal_parameter) {
      add_argument(result, child, ++number, by_address);
    }
  }
  if (!result.obstacle.empty()) result.arguments.clear();
  describe_result(result, function);
  return result;
}

}  // namespace

class FunctionTypes::File {
 public:
  explicit File(const std::string& path) : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    dwarf_ = dwarf_begin(file_, DWARF_C_READ);
  }
  ~File() {
    dwarf_end(dwarf_);
    if (file_ >= 0) ::close(file_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  std::optional<FunctionType> find(std::uint64_t address) {
    Search search{address, std::nullopt};
    Dwarf_CU* unit = nullptr;
    Dwarf_Die die;
    while (dwarf_ != nullptr && !search.found &&
           dwarf_get_units(dwarf_, unit, &unit, nullptr, nullptr, &die, nullptr) == 0) {
      dwarf_getfuncs(&die, Search::visit, &search, 0);
    }
    return search.found;
  }

 private:
  struct Search {
    std::uint64_t address;
    std::optional<FunctionType> found;

    static int visit(Dwarf_Die* function, void* self) {
      auto* search = static_cast<Search*>(self);
      Dwarf_Addr begin = 0;
      if (dwarf_lowpc(function, &begin) != 0 || begin != search->address) return DWARF_CB_OK;
      search->found = describe(*function);
      return DWARF_CB_ABORT;
    }
  };

  int file_;
  Dwarf* dwarf_;
};

FunctionTypes::FunctionTypes() = default;
FunctionTypes::~FunctionTypes() = default;

std::optional<FunctionType> FunctionTypes::find(const std::string& path, std::uint64_t address) {
  std::unique_ptr<File>& file = files_[path];
  if (file == nullptr) file = std::make_unique<File>(path);
  return file->find(address);
}

}  // namespace smpi::load
