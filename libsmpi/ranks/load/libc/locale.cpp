// SPDX-License-Identifier: BSD-3-Clause
//
// The locale of a rank.
//
// libc has one global locale, and one per thread that comes before it (uselocale(3)). Ranks run on
// one thread, so the locale that a rank chose is that of the thread while the rank runs; a rank
// that chose none has the global one. The simulated threads of a rank share it.
#include <langinfo.h>
#include <locale.h>

#include <array>
#include <cstring>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"
#include "libsmpi/ranks/load/real_process.h"

namespace smpi::load {
namespace {

struct Category {
  int number;
  const char* name;
};
constexpr std::array<Category, 12> categories = {{{LC_CTYPE, "LC_CTYPE"},
                                                  {LC_NUMERIC, "LC_NUMERIC"},
                                                  {LC_TIME, "LC_TIME"},
                                                  {LC_COLLATE, "LC_COLLATE"},
                                                  {LC_MONETARY, "LC_MONETARY"},
                                                  {LC_MESSAGES, "LC_MESSAGES"},
                                                  {LC_PAPER, "LC_PAPER"},
                                                  {LC_NAME, "LC_NAME"},
                                                  {LC_ADDRESS, "LC_ADDRESS"},
                                                  {LC_TELEPHONE, "LC_TELEPHONE"},
                                                  {LC_MEASUREMENT, "LC_MEASUREMENT"},
                                                  {LC_IDENTIFICATION, "LC_IDENTIFICATION"}}};

locale_t set_thread_locale(locale_t locale) {
  static auto* const next = next_function<locale_t(locale_t)>("uselocale");
  return next(locale);
}

// What the rank's calls use now.
locale_t effective(const RankLocale& rank) {
  if (rank.used != nullptr) return rank.used;
  return rank.global != nullptr ? rank.global : LC_GLOBAL_LOCALE;
}

const char* name_of(int category, locale_t locale) {
  return nl_langinfo_l(NL_LOCALE_NAME(category), locale);
}

// One name where all categories have the same, else "LC_CTYPE=...;LC_NUMERIC=...".
char* describe(RankLocale& rank, int category) {
  const char* first = name_of(category == LC_ALL ? LC_CTYPE : category, rank.global);
  bool is_mixed = false;
  std::string all;
  for (const Category& each : categories) {
    const char* name = name_of(each.number, rank.global);
    is_mixed = is_mixed || std::strcmp(name, first) != 0;
    all += std::string(all.empty() ? "" : ";") + each.name + "=" + name;
  }
  rank.name = category == LC_ALL && is_mixed ? all : first;
  return rank.name.data();
}

bool is_category(int category) {
  if (category == LC_ALL) return true;
  for (const Category& each : categories) {
    if (each.number == category) return true;
  }
  return false;
}

}  // namespace

RankLocale::~RankLocale() {
  if (global == nullptr) return;
  set_thread_locale(LC_GLOBAL_LOCALE);
  freelocale(global);
}

void use_locale_of(const LibcState* next) {
  set_thread_locale(next == nullptr ? LC_GLOBAL_LOCALE : effective(next->locale));
}

}  // namespace smpi::load

using smpi::load::LibcState;
using smpi::load::next_function;
using smpi::load::RankLocale;
using smpi::load::state_in_rank;

SMPI_REPLACES_LIBC char* setlocale(int category, const char* name) noexcept {
  static auto* const next = next_function<char*(int, const char*)>("setlocale");
  LibcState* state = state_in_rank();
  if (state == nullptr || !smpi::load::in_simulating_process()) return next(category, name);
  if (!smpi::load::is_category(category)) return nullptr;
  RankLocale& rank = state->locale;
  if (name == nullptr) {
    return rank.global == nullptr ? next(category, name) : smpi::load::describe(rank, category);
  }
  locale_t base = duplocale(rank.global == nullptr ? LC_GLOBAL_LOCALE : rank.global);
  locale_t chosen = newlocale(category == LC_ALL ? LC_ALL_MASK : 1 << category, name, base);
  if (chosen == nullptr) {
    freelocale(base);
    return nullptr;
  }
  locale_t old = rank.global;
  rank.global = chosen;
  smpi::load::process_attributes_differ = true;
  smpi::load::use_locale_of(state);
  if (old != nullptr) freelocale(old);
  return smpi::load::describe(rank, category);
}

SMPI_REPLACES_LIBC locale_t uselocale(locale_t locale) noexcept {
  LibcState* state = state_in_rank();
  if (state == nullptr || !smpi::load::in_simulating_process()) {
    return smpi::load::set_thread_locale(locale);
  }
  RankLocale& rank = state->locale;
  locale_t previous = rank.used == nullptr ? LC_GLOBAL_LOCALE : rank.used;
  if (locale == nullptr) return previous;
  rank.used = locale == LC_GLOBAL_LOCALE ? nullptr : locale;
  smpi::load::process_attributes_differ = true;
  smpi::load::use_locale_of(state);
  return previous;
}
