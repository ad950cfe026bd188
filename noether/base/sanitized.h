// Whether this program runs under a sanitizer, which is ten times slower and reserves address
// space. Bounds on address space and the number of inputs of a test may depend on this; the
// property that a test checks may not.
#pragma once

namespace noether::base {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)  // clang
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace noether::base
