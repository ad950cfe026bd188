// The bytes of a file, mapped into memory, or bytes of memory in the place of a file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "noether/base/error.h"

namespace noether::base {

class MappedBytes {
 public:
  static Result<MappedBytes> map(const std::string& path);
  // Copies the bytes.
  static MappedBytes of(std::string_view bytes);
  MappedBytes(MappedBytes&& other) noexcept;
  MappedBytes& operator=(MappedBytes&& other) noexcept;
  ~MappedBytes();

  std::string_view view() const { return {data_, size_}; }

  // A hint. With `InOrder` the system reads pages ahead, which helps a reader of the whole file;
  // for reads of single parts that would fill memory with unused pages.
  enum class Access : std::uint8_t { InOrder, HereAndThere };
  void expect(Access access) const;
  // A hint that all of the part is read soon, so that the system may fetch it at once.
  void fetch(std::string_view part) const;

 private:
  MappedBytes(char* data, std::size_t size) : data_(data), size_(size) {}

  char* data_ = nullptr;  // a mapping of the system, of a file or of memory
  std::size_t size_ = 0;
};

}  // namespace noether::base
