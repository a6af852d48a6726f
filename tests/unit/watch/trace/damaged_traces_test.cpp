// SPDX-License-Identifier: BSD-3-Clause
//
// Compressed files that were damaged: read to the end or refused with an InputError, never a crash
// and never without an end. Half of them get right checksums afterwards, so that what is behind the
// checksums is tried, too. SMPI_DAMAGED_FILES says how many.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "kernel/error.h"
#include "libsmpi/watch/trace/compress/bytes.h"
#include "libsmpi/watch/trace/compress/file_sections.h"
#include "libsmpi/watch/trace/compress/rebuilder.h"
#include "tests/unit/watch/trace/random_trace.h"

namespace smpi::trace {
namespace {

std::uint64_t file_count() {
  const char* text = std::getenv("SMPI_DAMAGED_FILES");
  return text == nullptr ? 1000 : std::strtoull(text, nullptr, 10);
}

// Loops may turn 2^60 times: a damaged file need not end soon.
constexpr std::uint64_t actions_most = 20'000;

// True: it was refused.
bool is_refused(const std::string& bytes) {
  try {
    CompressedTrace trace("damaged", bytes);
    for (std::uint32_t rank = 0; rank < std::min<std::uint32_t>(trace.rank_count(), 64); rank++) {
      const std::unique_ptr<Cursor> cursor = trace.cursor(rank);
      std::uint64_t count = 0;
      for (Action action; count < actions_most && cursor->next(action);) count++;
    }
    return false;
  } catch (const kernel::InputError& error) {
    EXPECT_NE(std::string(error.what()).find("damaged"), std::string::npos);
    return true;
  }
}

void change(std::string& bytes, kernel::RandomStream& random) {
  const std::size_t at = kernel::draw_below(random, bytes.size());
  switch (kernel::draw_below(random, 4)) {
    case 0:
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << kernel::draw_below(random, 8)));
      break;
    case 1:
      bytes[at] = static_cast<char>(random.next());
      break;
    case 2:
      bytes[at] = '\xff';
      break;
    default:
      bytes.erase(at, 1 + kernel::draw_below(random, 4));
      break;
  }
}

// Opens each section, changes what is in it, and closes it with a right checksum.
std::string with_damaged_tables(const std::string& bytes, kernel::RandomStream& random) {
  const FileFrame frame = read_frame("whole", bytes);
  std::string result(frame.start);
  std::uint64_t last = 0;
  const std::size_t chosen = kernel::draw_below(random, frame.sections.size());
  for (std::size_t i = 0; i < frame.sections.size(); i++) {
    const Section& section = frame.sections[i];
    std::string plain = section.plain();
    if (i == chosen && !plain.empty()) change(plain, random);
    last = result.size();
    append_section(result, section.name, Codec::raw, plain, plain.size());
  }
  return result + end_of_file(frame.start, last);
}

// Values are kept as loops, so a few bytes can go on for ever.
TEST(DamagedTraces, AListWithoutAnEndIsRefused) {
  for (const Word size : {list_words_most + 1, Word{1} << 60}) {
    ValueStream values;
    values.add(size, nullptr);
    values.add_many(7, std::uint64_t{1} << 61, nullptr);
    const std::string ops = values.ops();
    ListReader lists{ValueSource(ops)};
    EXPECT_THROW(lists.list(0), Damage) << size;
  }
}

TEST(DamagedTraces, AreRefusedOrRead) {
  std::vector<std::string> whole;
  for (std::uint64_t seed = 0; seed < 40; seed++) {
    whole.push_back(compress_rank_by_rank(RandomTrace(seed).make()));
    ASSERT_FALSE(is_refused(whole.back()));
  }
  std::uint64_t refused = 0;
  for (std::uint64_t file = 0; file < file_count(); file++) {
    kernel::RandomStream random(file, 1);
    std::string bytes = whole[file % whole.size()];
    if (file % 2 == 0) {
      change(bytes, random);
      const bool is_whole = bytes == whole[file % whole.size()];
      EXPECT_NE(is_refused(bytes), is_whole) << "file " << file;
      refused++;
    } else {
      refused += is_refused(with_damaged_tables(bytes, random)) ? 1 : 0;
    }
  }
  EXPECT_GT(refused, file_count() / 2);
}

// P6: every cut is seen.
TEST(DamagedTraces, CutFilesAreRefused) {
  const std::string bytes = compress_rank_by_rank(RandomTrace(3).make());
  for (std::size_t size = 0; size < bytes.size(); size++) {
    EXPECT_TRUE(is_refused(bytes.substr(0, size))) << size;
  }
}

}  // namespace
}  // namespace smpi::trace
