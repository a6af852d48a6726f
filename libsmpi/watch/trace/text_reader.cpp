// SPDX-License-Identifier: BSD-3-Clause
//
// Text traces. Files are mapped, so that a trace of a gigabyte takes no memory of the process, and
// looked through once before anything runs: bad lines are found then, not after an hour.
//
// In a file with the actions of several ranks, each rank has a list of where its lines begin, as
// differences in a few bytes. Alternatives considered: each rank skips the lines of others (the
// square of the ranks), or keeps them (SimGrid does; ranks one after the other fill the memory).
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "kernel/error.h"
#include "kernel/file_kind.h"
#include "libsmpi/watch/trace/foreign_file.h"
#include "libsmpi/watch/trace/mapped_file.h"
#include "libsmpi/watch/trace/plain_lines.h"
#include "libsmpi/watch/trace/text_check.h"
#include "libsmpi/watch/trace/text_format.h"
#include "libsmpi/watch/trace/text_values.h"
#include "libsmpi/watch/trace/trace.h"

namespace smpi::trace {
namespace {

// Lines of one rank in a file: distances between their beginnings, 7 bits per byte.
class LineList {
 public:
  void add(std::uint64_t offset) {
    std::uint64_t distance = offset - last_;
    last_ = offset;
    while (distance >= 128) {
      bytes_.push_back(static_cast<std::uint8_t>(distance | 128));
      distance >>= 7;
    }
    bytes_.push_back(static_cast<std::uint8_t>(distance));
  }
  bool next(std::size_t& at, std::uint64_t& offset) const {
    if (at >= bytes_.size()) return false;
    std::uint64_t distance = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t byte = bytes_[at++];
      distance |= static_cast<std::uint64_t>(byte & 127) << shift;
      if (byte < 128) break;
    }
    offset += distance;
    return true;
  }

 private:
  std::vector<std::uint8_t> bytes_;
  std::uint64_t last_ = 0;
};

struct File {
  std::unique_ptr<MappedFile> mapped;
  std::vector<LineList> lines;  // by rank; empty: all lines are of one rank
};

// Files of which the same is to be said, in one warning.
struct FilesAlike {
  std::string first;
  std::size_t file_count = 0;
  std::uint64_t line_count = 0;

  void add(const std::string& path, std::uint64_t lines) {
    if (file_count++ == 0) first = path;
    line_count += lines;
  }
  std::string files() const {
    if (file_count == 1) return first;
    return fmt::format("{} and {} more files", first, file_count - 1);
  }
};

std::string_view line_at(std::string_view content, std::size_t offset) {
  return content.substr(offset, content.find('\n', offset) - offset);
}

// As long as visit(line) is true.
template <class Visit>
void for_each_line(std::string_view content, Visit&& visit) {
  for (std::size_t offset = 0; offset < content.size();) {
    const std::string_view line = line_at(content, offset);
    if (!visit(line)) return;
    offset += line.size() + 1;
  }
}

class TextCursor final : public Cursor {
 public:
  TextCursor(const File& file, std::uint32_t rank, const TextContext& context, Texts& texts)
      : file_(file),
        rank_(rank),
        content_(file.mapped->content()),
        plain_(context),
        parser_(context, texts) {}

  bool next(Action& action) override {
    LineParser::Line parsed;
    while (find_line()) {
      last_ = offset_;
      if (!read(parsed) || parsed.rank != rank_) continue;
      action = parsed.action;
      return true;
    }
    return false;
  }

  std::uint64_t position() const override { return last_; }

 private:
  // Moves to the next line; false: there is none.
  bool find_line() {
    if (!file_.lines.empty()) return file_.lines[rank_].next(list_at_, offset_);
    offset_ = next_;
    return offset_ < content_.size();
  }
  // False: the line has no action.
  bool read(LineParser::Line& parsed) {
    const char* at = content_.data() + offset_;
    if (plain_.read(at, content_.data() + content_.size(), parsed)) {
      next_ = static_cast<std::uint64_t>(at - content_.data());
      return true;
    }
    const std::string_view line = line_at(content_, offset_);
    next_ = offset_ + line.size() + 1;
    const LineParser::Outcome outcome = parser_.parse(line, parsed);
    SIM_ASSERT(outcome != LineParser::Outcome::error, "a line of a trace changed since the start");
    return outcome == LineParser::Outcome::action;
  }

  const File& file_;
  std::uint32_t rank_;
  std::string_view content_;
  PlainLines plain_;
  LineParser parser_;
  std::size_t list_at_ = 0;
  std::uint64_t offset_ = 0;  // of the line
  std::uint64_t next_ = 0;    // of the one behind it, in a file of one rank
  std::uint64_t last_ = 0;
};

class TextTrace final : public Trace {
 public:
  TextTrace(const std::string& path, const TraceOptions& options);

  std::uint32_t rank_count() const override { return context_.rank_count; }
  std::uint64_t action_count() const override { return action_count_; }
  std::unique_ptr<Cursor> cursor(std::uint32_t rank) override {
    return std::make_unique<TextCursor>(file_of(rank), rank, context_, texts_);
  }
  const Texts& texts() const override { return texts_; }
  std::string place(std::uint32_t rank, std::uint64_t position) const override {
    const MappedFile& mapped = *file_of(rank).mapped;
    return fmt::format("{}:{}", mapped.path(), mapped.line_of(mapped.content().data() + position));
  }
  const std::vector<std::string>& warnings() const override { return warnings_; }
  std::vector<std::uint32_t> unrecorded_ranks() const override;

 private:
  const File& file_of(std::uint32_t rank) const {
    return files_.size() == 1 ? files_[0] : files_[rank];
  }
  void open_files(const std::string& path, const TraceOptions& options);
  void survey();
  void check();
  void check_file(File& file, std::uint32_t place);

  TextContext context_;
  Texts texts_;
  std::vector<File> files_;  // one for all ranks, or one per rank
  std::uint64_t action_count_ = 0;
  FilesAlike foreign_;  // with lines of other ranks
  FilesAlike endless_;  // whose last line has no end
  std::vector<std::string> warnings_;
};

std::string find_file(std::string_view name, const std::string& index) {
  const std::filesystem::path path(name);
  if (path.is_absolute() || kernel::is_there(path)) return path.string();
  const auto beside = std::filesystem::path(index).parent_path() / path;
  return kernel::is_there(beside) ? beside.string() : path.string();
}

// Does it look like an action? Else the file is an index.
bool is_action(std::string_view line) {
  std::uint32_t rank = 0;
  std::uint16_t strand = 0;
  return LineParser::take_rank(line, rank, strand) && !take_token(line).empty();
}

struct IndexLine {
  std::string_view text;
  int line;
};

std::vector<IndexLine> lines_of_index(std::string_view content) {
  std::vector<IndexLine> result;
  int number = 0;
  for_each_line(content, [&](std::string_view line) {
    number++;
    const std::string_view text = trimmed(line);
    if (!text.empty() && text.front() != '#') result.push_back({text, number});
    return result.empty() || !is_action(result.front().text);
  });
  return result;
}

void TextTrace::open_files(const std::string& path, const TraceOptions& options) {
  refuse_folder(path);
  auto first = std::make_unique<MappedFile>(path);
  refuse_foreign(path, first->content());
  const std::vector<IndexLine> lines = lines_of_index(first->content());
  if (lines.empty()) throw kernel::InputError("the trace is empty", {.file = path});
  if (is_action(lines[0].text)) {
    files_.push_back({std::move(first), {}});
    return;
  }
  const std::size_t wanted = options.rank_count.value_or(lines.size());
  if (lines.size() > 1 && lines.size() < wanted) {
    throw kernel::InputError(
        "the index has fewer files than there are ranks",
        {.file = path,
         .line = lines.back().line,
         .text = fmt::format("{} files, {} ranks", lines.size(), wanted),
         .hint = "give one file for all ranks, or one per rank; or another -np"});
  }
  for (const IndexLine& line : lines) {
    const std::string file = find_file(line.text, path);
    if (!kernel::is_file(file)) {
      throw kernel::InputError("the index names a file that cannot be read",
                               {.file = path,
                                .line = line.line,
                                .text = std::string(line.text),
                                .hint = "a line of an index is the path of a text trace; a line "
                                        "of a trace begins with the number of a rank"});
    }
    files_.push_back({std::make_unique<MappedFile>(file), {}});
    refuse_foreign(file, files_.back().mapped->content());
    if (files_.size() == wanted && lines.size() > 1) break;
  }
}

// Where a file of one rank says what is needed of it: init comes first, and so do old lines.
constexpr std::size_t surveyed_lines_max = 1000;
// Tables have a place per rank, and a rank may be any number of 32 bits.
constexpr std::uint32_t ranks_max = 1U << 24;

// The keywords that say more than their line: which format, which default type.
bool may_tell(std::string_view rest) {
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  return rest.starts_with("init") || rest.starts_with("send") || rest.starts_with("wait");
}

// What must be known before lines can be read: how many ranks, which format, which default type.
void TextTrace::survey() {
  std::uint32_t most = 0;
  bool is_double = false;
  bool is_decided = false;  // which format it is
  const auto decide = [&](bool is_old) {
    if (!is_decided) context_.is_old = is_old;
    is_decided = true;
  };
  for (const File& file : files_) {
    std::size_t line_count = 0;
    for_each_line(file.mapped->content(), [&](std::string_view line) {
      std::uint32_t rank = 0;
      std::uint16_t strand = 0;
      if (files_.size() > 1 && ++line_count > surveyed_lines_max) return false;
      if (!LineParser::take_rank(line, rank, strand)) return true;
      if (rank >= ranks_max) {
        throw kernel::InputError("no machine runs so many ranks",
                                 {.file = file.mapped->path(),
                                  .text = fmt::format("rank {}", rank),
                                  .hint = fmt::format("at most {}", ranks_max)});
      }
      most = std::max(most, rank);
      if (!may_tell(line)) return true;
      const std::string_view keyword = take_token(line);
      if (is_decided && keyword != "init") return true;
      const std::string_view argument = take_token(line);
      if (keyword == "init" && !argument.empty()) is_double = true;
      if (keyword == "wait") decide(argument.empty());
      if (keyword == "send" && !take_token(line).empty()) decide(take_token(line).empty());
      return true;
    });
  }
  if (context_.rank_count == 0) {
    context_.rank_count = files_.size() > 1 ? static_cast<std::uint32_t>(files_.size()) : most + 1;
  }
  context_.default_type = is_double ? 0 : 6;
}

void TextTrace::check_file(File& file, std::uint32_t place) {
  const bool is_shared = files_.size() == 1 && context_.rank_count > 1;
  if (is_shared) file.lines.resize(context_.rank_count);
  const MappedFile& mapped = *file.mapped;
  const std::string_view content = mapped.content();
  PlainLines plain(context_);
  LineParser parser(context_, texts_);
  ActionCheck checker(context_);
  std::uint64_t foreign_lines = 0;
  const auto refuse = [&](std::string_view line, const LineError& error) {
    throw kernel::InputError(error.message, {.file = mapped.path(),
                                             .line = mapped.line_of(line.data()),
                                             .text = error.text,
                                             .hint = error.hint});
  };
  // What plain lines do not need. False: the line has no action.
  const auto read_closely = [&](std::string_view line, LineParser::Line& parsed) {
    const LineParser::Outcome outcome = parser.parse(line, parsed);
    if (outcome == LineParser::Outcome::nothing) return false;
    if (outcome == LineParser::Outcome::error) refuse(line, parser.error());
    if (parsed.rank >= context_.rank_count) {
      refuse(line, {fmt::format("there are {} ranks", context_.rank_count),
                    fmt::format("rank {}", parsed.rank), "give -np, or a trace of so many ranks"});
    }
    const bool is_own = is_shared || parsed.rank == place;
    if (const auto error = is_own ? checker.find_error(parsed) : std::nullopt) refuse(line, *error);
    return true;
  };
  const char* const end = content.data() + content.size();
  for (const char* at = content.data(); at < end;) {
    const auto offset = static_cast<std::uint64_t>(at - content.data());
    LineParser::Line parsed;
    if (!plain.read(at, end, parsed)) {
      const std::string_view line = line_at(content, offset);
      at = std::min(at + line.size() + 1, end);
      if (!read_closely(line, parsed)) continue;
    }
    if (!is_shared && parsed.rank != place) {
      foreign_lines++;
      continue;
    }
    if (is_shared) file.lines[parsed.rank].add(offset);
    action_count_++;
  }
  if (foreign_lines > 0) foreign_.add(mapped.path(), foreign_lines);
  if (!content.empty() && content.back() != '\n') endless_.add(mapped.path(), 1);
  checker.add_warnings(warnings_);
}

void TextTrace::check() {
  for (std::size_t place = 0; place < files_.size(); place++) {
    check_file(files_[place], static_cast<std::uint32_t>(place));
  }
  if (foreign_.file_count > 0) {
    warnings_.push_back(fmt::format("{}: {} lines of other ranks than that of the file are skipped",
                                    foreign_.files(), foreign_.line_count));
  }
  if (endless_.file_count > 0) {
    warnings_.push_back(fmt::format("{}: the last line has no end", endless_.files()));
  }
}

// The comment on top of a rank's file says so.
std::vector<std::uint32_t> TextTrace::unrecorded_ranks() const {
  std::vector<std::uint32_t> ranks;
  for (std::uint32_t rank = 0; rank < files_.size() && files_.size() == rank_count(); rank++) {
    const std::string_view head = line_at(files_[rank].mapped->content(), 0);
    if (head.starts_with('#') && head.find(unrecorded_mark) != head.npos) ranks.push_back(rank);
  }
  return ranks;
}

TextTrace::TextTrace(const std::string& path, const TraceOptions& options) {
  context_.rank_count = options.rank_count.value_or(0);
  open_files(path, options);
  survey();
  context_.is_old |= options.is_old;
  check();
}

}  // namespace

std::unique_ptr<Trace> open_text_trace(const std::string& path, const TraceOptions& options) {
  return std::make_unique<TextTrace>(path, options);
}

}  // namespace smpi::trace
