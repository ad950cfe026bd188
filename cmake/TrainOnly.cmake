# The build NOETHER_TRAIN_ONLY makes only noether-train, for a machine with a CUDA device and little
# more than LibTorch, CLI11, fmt, zstd and nlohmann-json. See docs/noether-train.md.
#
# This build lacks some features: without xxHash it does not verify the checksums of shards, it does
# not check the output of seq2seq by algebra, and without utf8proc it reads tokens instead of texts.

find_package(LibTorch REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Threads REQUIRED)
find_path(ZSTD_INCLUDE_DIR zstd.h REQUIRED)
find_library(ZSTD_LIBRARY zstd REQUIRED)
find_path(UTF8PROC_INCLUDE_DIR utf8proc.h)
find_library(UTF8PROC_LIBRARY utf8proc)

set(definitions NOETHER_TRAIN_ONLY)
if(NOT UTF8PROC_INCLUDE_DIR OR NOT UTF8PROC_LIBRARY)
  message(STATUS "noether-train is built without tokenizers: no utf8proc")
  list(APPEND definitions NOETHER_NO_TOKENIZERS)
endif()

# Sets `headers` to the headers of Noether that a file includes under the definitions above.
function(noether_headers_of file)
  file(READ "${PROJECT_SOURCE_DIR}/${file}" text)
  string(REPLACE ";" "," text "${text}")
  string(REPLACE "[" "(" text "${text}")
  string(REPLACE "]" ")" text "${text}")
  foreach(definition IN LISTS definitions)
    string(REGEX REPLACE "#ifndef ${definition}\n(#include [^\n]*\n)*#endif" "" text "${text}")
  endforeach()
  string(REGEX MATCHALL "#include \"noether/[^\"]+\"" includes "${text}")
  list(TRANSFORM includes REPLACE "#include \"(.*)\"" "\\1")
  set(headers "${includes}" PARENT_SCOPE)
endfunction()

# Sources of other modules are found by following the includes, beginning with the sources of train:
# a header is implemented by the sources in its folder that include it as their first header of
# Noether. Sources that need a missing library must not be among them; otherwise the linker fails.
file(GLOB_RECURSE all_sources CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
  "${PROJECT_SOURCE_DIR}/noether/*.cpp")
list(FILTER all_sources EXCLUDE REGEX "_(test|bench|fuzz)\\.cpp$")
foreach(source IN LISTS all_sources)
  noether_headers_of("${source}")
  if(headers)
    list(GET headers 0 first)
    cmake_path(GET first PARENT_PATH header_folder)
    cmake_path(GET source PARENT_PATH source_folder)
    if(header_folder STREQUAL source_folder)
      list(APPEND "sources_of_${first}" "${source}")
    endif()
  endif()
endforeach()

set(train_sources ${all_sources})
list(FILTER train_sources INCLUDE REGEX "^noether/train/")
set(other_sources)
set(waiting ${train_sources})
set(seen ${train_sources})
while(waiting)
  list(POP_FRONT waiting file)
  noether_headers_of("${file}")
  foreach(header IN LISTS headers)
    foreach(found IN ITEMS "${header}" LISTS "sources_of_${header}")
      if(NOT found IN_LIST seen)
        list(APPEND seen "${found}")
        list(APPEND waiting "${found}")
        if(found MATCHES "\\.cpp$")
          list(APPEND other_sources "${found}")
        endif()
      endif()
    endforeach()
  endforeach()
endwhile()
# Only checksums need hashing, and NOETHER_TRAIN_ONLY does not verify them.
list(REMOVE_ITEM other_sources noether/base/hash.cpp)

add_executable(noether-train ${train_sources} ${other_sources})
target_include_directories(noether-train PRIVATE "${PROJECT_SOURCE_DIR}")
target_include_directories(noether-train SYSTEM PRIVATE "${ZSTD_INCLUDE_DIR}")
target_compile_definitions(noether-train PRIVATE
  ${definitions} NOETHER_VERSION="${PROJECT_VERSION}")
# A compiled library of fmt may have another ABI of strings than LibTorch.
target_link_libraries(noether-train PRIVATE
  LibTorch::LibTorch CLI11::CLI11 fmt::fmt-header-only nlohmann_json::nlohmann_json
  "${ZSTD_LIBRARY}" Threads::Threads)
if(NOT NOETHER_NO_TOKENIZERS IN_LIST definitions)
  target_include_directories(noether-train SYSTEM PRIVATE "${UTF8PROC_INCLUDE_DIR}")
  target_link_libraries(noether-train PRIVATE "${UTF8PROC_LIBRARY}")
endif()
noether_embed_files(noether-train rules noether/algebra/rules/shipped_rules.h noether::algebra
  ShippedRuleFile shipped_rule_files)
target_precompile_headers(noether-train PRIVATE <torch/types.h>)
set_source_files_properties(${other_sources} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
