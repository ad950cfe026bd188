// A vector for arrays that grow large and are replaced as they grow.
//
// Blocks of a megabyte or more come directly from the system and are returned to it directly: a
// general heap would keep the outgrown halves of a dozen arrays as holes. An array with scattered
// reads can request huge pages, where the system has them, which reduces the time for address
// translation.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace noether::egraph {

template <typename T, bool WantsHugePages = false>
struct LargeArrayAllocator {
  using value_type = T;
  template <typename U>
  struct rebind {  // NOLINT(readability-identifier-naming): the standard's name
    using other = LargeArrayAllocator<U, WantsHugePages>;
  };
  static constexpr std::size_t kLargeBytes = std::size_t{1} << 20;

  LargeArrayAllocator() = default;
  template <typename U>
  explicit LargeArrayAllocator(const LargeArrayAllocator<U, WantsHugePages>&) {}

  T* allocate(std::size_t count) {
#if defined(__linux__)
    if (count * sizeof(T) >= kLargeBytes) {
      void* const pages = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (pages == MAP_FAILED) throw std::bad_alloc();
      if (WantsHugePages) madvise(pages, count * sizeof(T), MADV_HUGEPAGE);
      return static_cast<T*>(pages);
    }
#endif
    return static_cast<T*>(::operator new(count * sizeof(T)));
  }

  void deallocate(T* array, std::size_t count) {
#if defined(__linux__)
    if (count * sizeof(T) >= kLargeBytes) {
      munmap(array, count * sizeof(T));
      return;
    }
#endif
    ::operator delete(array);
  }

  friend bool operator==(const LargeArrayAllocator&, const LargeArrayAllocator&) { return true; }
};

template <typename T>
using LargeArray = std::vector<T, LargeArrayAllocator<T>>;
template <typename T>
using ScatteredArray = std::vector<T, LargeArrayAllocator<T, true>>;

}  // namespace noether::egraph
