#include "bench/tsv.h"

#include <fstream>
#include <sstream>

namespace noether::bench {

int Table::column(std::string_view name) const {
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (header[i] == name) return static_cast<int>(i);
  }
  return -1;
}

base::Result<Table> read_tsv(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return base::fail("cannot open " + path);
  std::stringstream buffer;
  buffer << file.rdbuf();
  const std::string text = buffer.str();

  Table table;
  if (path.ends_with(".txt")) {
    table.header = {"formula"};
    std::string line;
    while (std::getline(buffer, line)) table.rows.push_back({line});
    return table;
  }
  std::vector<std::string> row;
  std::string field;
  bool quoted = false;
  const auto end_row = [&] {
    row.push_back(std::move(field));
    field.clear();
    if (table.header.empty()) {
      table.header = std::move(row);
    } else if (row.size() > 1 || !row[0].empty()) {
      table.rows.push_back(std::move(row));
    }
    row.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c != '"') {
        field += c;
      } else if (i + 1 < text.size() && text[i + 1] == '"') {
        field += '"';
        ++i;
      } else {
        quoted = false;
      }
    } else if (c == '"' && field.empty()) {
      quoted = true;
    } else if (c == '\t') {
      row.push_back(std::move(field));
      field.clear();
    } else if (c == '\n') {
      end_row();
    } else if (c != '\r') {
      field += c;
    }
  }
  if (!field.empty() || !row.empty()) end_row();
  if (table.header.empty()) return base::fail(path + " is empty");
  return table;
}

}  // namespace noether::bench
