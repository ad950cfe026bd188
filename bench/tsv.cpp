#include "bench/tsv.h"

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace noether::bench {

int Table::column(std::string_view name) const {
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (header[i] == name) return static_cast<int>(i);
  }
  return -1;
}

namespace {

// The bytes of a file; one that ends in .gz is unpacked by gzip.
base::Result<std::string> read_file(const std::string& path) {
  if (!std::filesystem::exists(path)) return base::fail("no file " + path);
  if (!path.ends_with(".gz")) {
    const std::ifstream file(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
  }
  std::FILE* pipe = ::popen(("gzip -cd -- '" + path + "'").c_str(), "r");
  if (pipe == nullptr) return base::fail("cannot run gzip on " + path);
  std::string bytes;
  std::array<char, 1 << 16> buffer;
  while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    bytes.append(buffer.data(), got);
  }
  if (::pclose(pipe) != 0) return base::fail("gzip failed on " + path);
  return bytes;
}

}  // namespace

base::Result<Table> read_tsv(const std::string& path) {
  const auto read = read_file(path);
  if (!read) return std::unexpected(read.error());
  const std::string& text = *read;

  Table table;
  if (path.ends_with(".txt")) {
    table.header = {"formula"};
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) table.rows.push_back({line});
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
