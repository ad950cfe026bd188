#include "noether/base/mapped_bytes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

#include "noether/base/file_descriptor.h"

namespace noether::base {

Result<MappedBytes> MappedBytes::map(const std::string& path) {
  // Opening a pipe without a writer must not block; the pipe is refused below, like everything that
  // is not a plain file.
  const auto file = FileDescriptor::own(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return std::unexpected(system_error("open", path, errno));
  struct stat info;
  if (::fstat(file.number(), &info) != 0) {
    return std::unexpected(system_error("read", path, errno));
  }
  if (!S_ISREG(info.st_mode)) return fail(fmt::format("'{}' is not a regular file", path));
  const auto size = static_cast<std::size_t>(info.st_size);
  if (size == 0) return MappedBytes(nullptr, 0);
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.number(), 0);
  if (data == MAP_FAILED) return std::unexpected(system_error("map", path, errno));
  return MappedBytes(static_cast<char*>(data), size);
}

MappedBytes MappedBytes::of(std::string_view bytes) {
  if (bytes.empty()) return {nullptr, 0};
  void* data =
      ::mmap(nullptr, bytes.size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) throw std::bad_alloc();
  std::memcpy(data, bytes.data(), bytes.size());
  return {static_cast<char*>(data), bytes.size()};
}

void MappedBytes::expect(Access access) const {
  if (data_ == nullptr) return;
  (void)::madvise(data_, size_, access == Access::InOrder ? MADV_NORMAL : MADV_RANDOM);
}

void MappedBytes::fetch(std::string_view part) const {
  static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = static_cast<std::size_t>(part.data() - data_);
  const std::size_t before = begin % page;
  (void)::madvise(data_ + begin - before, part.size() + before, MADV_WILLNEED);
}

MappedBytes::MappedBytes(MappedBytes&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedBytes& MappedBytes::operator=(MappedBytes&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedBytes::~MappedBytes() {
  if (data_ != nullptr) (void)::munmap(data_, size_);
}

}  // namespace noether::base
