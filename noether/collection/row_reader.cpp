// Single rows: a parser that is reset for each costs about as much as reading the row.
#include <expat.h>

#include <cstring>
#include <string>

#include "noether/base/file_system.h"
#include "noether/collection/xml_rows.h"

namespace noether::collection {

class RowReader::Impl {
 public:
  explicit Impl(std::unique_ptr<base::ReadableFile> file)
      : file_(std::move(file)), parser_(XML_ParserCreate("UTF-8")) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { XML_ParserFree(parser_); }

  base::Result<bool> read(std::uint64_t offset, std::uint32_t bytes, XmlRow& row) {
    if (offset > file_->size() || bytes > file_->size() - offset) return false;
    text_.resize(bytes);
    if (const auto got = file_->read_at(offset, text_); !got) return std::unexpected(got.error());
    XML_ParserReset(parser_, "UTF-8");
    XML_SetUserData(parser_, this);
    XML_SetStartElementHandler(parser_, &Impl::on_start);
    row_ = &row;
    found_ = false;
    row.offset = offset;
    row.bytes = bytes;
    row.line = 0;
    const XML_Status status = XML_Parse(parser_, text_.data(), static_cast<int>(bytes), 0);
    return found_ && status == XML_STATUS_OK;
  }

 private:
  static void on_start(void* self, const XML_Char* name, const XML_Char** attributes) {
    auto& reader = *static_cast<Impl*>(self);
    if (reader.found_ || std::strcmp(name, "row") != 0) return;
    reader.row_->clear();
    for (; attributes[0] != nullptr; attributes += 2) {
      reader.row_->add(attributes[0], attributes[1]);
    }
    reader.found_ = true;
  }

  std::unique_ptr<base::ReadableFile> file_;
  XML_Parser parser_;
  std::string text_;
  XmlRow* row_ = nullptr;
  bool found_ = false;
};

RowReader::RowReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RowReader::RowReader(RowReader&&) noexcept = default;
RowReader& RowReader::operator=(RowReader&&) noexcept = default;
RowReader::~RowReader() = default;

base::Result<RowReader> RowReader::open(const std::string& path) {
  auto file = base::FileSystem::real().open(path);
  if (!file) return std::unexpected(file.error());
  return RowReader(std::make_unique<Impl>(std::move(*file)));
}

base::Result<bool> RowReader::read(std::uint64_t offset, std::uint32_t bytes, XmlRow& row) {
  return impl_->read(offset, bytes, row);
}

}  // namespace noether::collection
