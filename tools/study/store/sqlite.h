// SPDX-License-Identifier: BSD-3-Clause
//
// SQLite with its objects owned, its statements prepared once and its errors thrown.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace smpi::study {

// What SQLite says about a statement; `is_disk_full` when that is the reason.
struct DatabaseError : std::runtime_error {
  DatabaseError(const std::string& message, bool full)
      : std::runtime_error(message), is_disk_full(full) {}
  bool is_disk_full;
};

// A statement under way. It must be gone before the next one with the same text begins.
class Rows {
 public:
  Rows(sqlite3* database, sqlite3_stmt* statement) : database_(database), statement_(statement) {}
  ~Rows();
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  void bind(int place, std::int64_t value);
  void bind(int place, double value);
  void bind(int place, std::string_view value);
  template <typename Value>
  void bind(int place, const std::optional<Value>& value) {
    if (value) bind(place, *value);  // else it stays null
  }

  // To the next row; false at the end.
  bool next();
  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  double number(int column) const { return sqlite3_column_double(statement_, column); }
  std::string text(int column) const;
  bool is_null(int column) const;

 private:
  sqlite3* database_;
  sqlite3_stmt* statement_;
};

class Database {
 public:
  enum class Access { write, read };

  // Throws DatabaseError. To write creates the file where it is missing.
  Database(const std::string& path, Access access);

  // A statement with its values in place of the question marks, in their order.
  template <typename... Values>
  std::unique_ptr<Rows> rows(const char* sql, const Values&... values) {
    auto rows = std::make_unique<Rows>(database_.get(), prepared(sql));
    int place = 0;
    (rows->bind(++place, values), ...);
    return rows;
  }
  // The same, of a statement without rows.
  template <typename... Values>
  void run(const char* sql, const Values&... values) {
    rows(sql, values...)->next();
  }
  // Several statements, without values.
  void execute(const char* sql);
  std::int64_t last_row() const { return sqlite3_last_insert_rowid(database_.get()); }

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };

  sqlite3_stmt* prepared(const char* sql);

  std::unique_ptr<sqlite3, Close> database_;
  std::map<std::string, std::unique_ptr<sqlite3_stmt, Close>, std::less<>> statements_;
};

// All of what happens while it lives is in the file, or nothing of it: call commit() at the end.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) {
    database_.execute("BEGIN IMMEDIATE");
  }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
  bool is_open_ = true;
};

}  // namespace smpi::study
