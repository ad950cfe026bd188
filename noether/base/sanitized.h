// Whether this program runs under a sanitizer: ten times slower, and with address space of its own.
// For bounds on address space, and for tests: what they check may not depend on it, but how much of
// it they check may.
#pragma once

namespace noether::base {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)  // clang's way to say it
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace noether::base
