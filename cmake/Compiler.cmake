# The settings that every target is compiled with: language, warnings, sanitizers, ccache.

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_compile_options(
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-qual -Wdouble-promotion -Wformat=2
  -Wimplicit-fallthrough -Wundef)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wduplicated-cond -Wlogical-op)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 reports plain std::string concatenation, and with precompiled headers it does so under
    # two more names: https://gcc.gnu.org/bugzilla/show_bug.cgi?id=105651
    add_compile_options(-Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)
  endif()
endif()

# a*b+c is rounded twice on every machine: the x86-64 builds have no fused operation, and results
# must not depend on the machine that computes them.
add_compile_options(-ffp-contract=off)

if(NOETHER_SANITIZE)
  set(sanitize -fsanitize=${NOETHER_SANITIZE} -fno-sanitize-recover=all)
  add_compile_options(${sanitize} -fno-omit-frame-pointer)
  add_link_options(${sanitize})
endif()

if(NOETHER_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "NOETHER_FUZZ needs clang: use `cmake --preset asan`")
  endif()
endif()

# Optimisation across files is off: it made the formula reader a fifth slower (GCC 12, arm64).

find_program(NOETHER_CCACHE ccache)
if(NOETHER_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without this, ccache does not cache units that use precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros
    "${NOETHER_CCACHE}")
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()
