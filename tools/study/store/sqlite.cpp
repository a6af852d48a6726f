// SPDX-License-Identifier: BSD-3-Clause
//
// Calls of SQLite's C interface, each with its result looked at.
#include "tools/study/store/sqlite.h"

#include <fmt/format.h>

namespace smpi::study {
namespace {

// How long a reader waits for a writer that just commits.
constexpr int patience_ms = 400;

[[noreturn]] void fail(sqlite3* database, std::string_view what) {
  const int code = sqlite3_errcode(database);
  throw DatabaseError(fmt::format("{}: {}", what, sqlite3_errmsg(database)), code == SQLITE_FULL);
}

void check(sqlite3* database, int code, std::string_view what) {
  if (code != SQLITE_OK) fail(database, what);
}

}  // namespace

Rows::~Rows() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

void Rows::bind(int place, std::int64_t value) {
  check(database_, sqlite3_bind_int64(statement_, place, value), "a value of a statement");
}

void Rows::bind(int place, double value) {
  check(database_, sqlite3_bind_double(statement_, place, value), "a value of a statement");
}

void Rows::bind(int place, std::string_view value) {
  check(database_,
        sqlite3_bind_text64(statement_, place, value.data(), value.size(), SQLITE_TRANSIENT,
                            SQLITE_UTF8),
        "a value of a statement");
}

bool Rows::next() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  fail(database_, sqlite3_sql(statement_));
}

std::string Rows::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

bool Rows::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

Database::Database(const std::string& path, Access access) {
  sqlite3* database = nullptr;
  const int flags =
      access == Access::write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  const int code = sqlite3_open_v2(path.c_str(), &database, flags, nullptr);
  database_.reset(database);
  check(database, code, path);
  check(database, sqlite3_busy_timeout(database, patience_ms), path);
}

sqlite3_stmt* Database::prepared(const char* sql) {
  const auto found = statements_.find(sql);
  if (found != statements_.end()) return found->second.get();
  sqlite3_stmt* statement = nullptr;
  check(database_.get(), sqlite3_prepare_v2(database_.get(), sql, -1, &statement, nullptr), sql);
  return statements_.emplace(sql, statement).first->second.get();
}

void Database::execute(const char* sql) {
  check(database_.get(), sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr), sql);
}

Transaction::~Transaction() {
  if (!is_open_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const DatabaseError&) {
    // SQLite has already rolled back, as it does when the disk is full.
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  is_open_ = false;
}

}  // namespace smpi::study
