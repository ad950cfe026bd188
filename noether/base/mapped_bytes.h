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
  // A copy.
  static MappedBytes of(std::string_view bytes);
  MappedBytes(MappedBytes&& other) noexcept;
  MappedBytes& operator=(MappedBytes&& other) noexcept;
  ~MappedBytes();

  std::string_view view() const { return {data_, size_}; }

  // The system reads pages ahead of those that are touched, which helps whoever reads all, and
  // fills memory with what nobody asked for when single parts are read. Only a hint.
  enum class Access : std::uint8_t { InOrder, HereAndThere };
  void expect(Access access) const;
  // All of the part is read soon: the system may fetch it at once. Only a hint.
  void fetch(std::string_view part) const;

 private:
  MappedBytes(char* data, std::size_t size) : data_(data), size_(size) {}

  char* data_ = nullptr;  // a mapping of the system, of a file or of memory
  std::size_t size_ = 0;
};

}  // namespace noether::base
