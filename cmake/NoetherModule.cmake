# noether_module(NAME [DEPENDS module...] [LINK library...] [TEST_LINK library...] [PROGRAM program]
#                [SEPARATE path...] [OPTIMISE flag])
#
# Builds the contents of the folder noether/NAME; the ending of a file decides its role:
#   *.cpp        library noether_NAME, alias noether::NAME
#   *_test.cpp   one GoogleTest program noether_NAME_test
#   *_bench.cpp  one Google Benchmark program noether_NAME_bench
#   *_fuzz.cpp   one libFuzzer program each, noether_NAME_<file>; its seeds, if there are any, are
#                the files of fuzz_seeds/<file without _fuzz>/ and the words of <file>.dict next to it
#   main.cpp     the program PROGRAM, at the top of the build folder
# DEPENDS are modules declared before. A test fails if a file includes a header of any other module,
# another one if the folders of the module use each other in a circle.
#
# Files are compiled many at a time, unless NOETHER_TOGETHER is off: headers take half of the
# compile time. Optimisation takes the rest, so a release has three degrees of it:
#   -O3  modules whose speed is measured everywhere (OPTIMISE -O3), and the inner loops of others: the
#        files and folders under SEPARATE, which are compiled one by one. Paths begin in the folder of
#        the module.
#   -O2  all others, which compile in an eighth less time
#   -O1  modules that only call slower ones (OPTIMISE -O1), which compile in a third less time
function(noether_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PROGRAM;OPTIMISE"
    "DEPENDS;LINK;TEST_LINK;SEPARATE")
  if(NOT arg_OPTIMISE)
    set(arg_OPTIMISE -O2)
  endif()
  set(folder "${PROJECT_SOURCE_DIR}/noether/${name}")
  set(library noether_${name})

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${folder}/*.cpp")
  foreach(kind IN ITEMS test bench fuzz)
    set(${kind}_sources ${sources})
    list(FILTER ${kind}_sources INCLUDE REGEX "_${kind}\\.cpp$")
  endforeach()
  list(FILTER sources EXCLUDE REGEX "(_(test|bench|fuzz)|/main)\\.cpp$")

  add_library(${library} ${sources})
  add_library(noether::${name} ALIAS ${library})
  target_include_directories(${library} PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(${library} PUBLIC ${arg_LINK})
  noether_compile_together(${library} 24)
  noether_compile_separately("${folder}" "${sources}" "${arg_SEPARATE}" "${arg_OPTIMISE}")
  if(NOETHER_TOGETHER)
    target_compile_options(${library} PRIVATE $<$<CONFIG:Release>:${arg_OPTIMISE}>)
  endif()
  if(NOT arg_PROGRAM)
    noether_precompile_headers(${library} "${arg_OPTIMISE}")
  endif()
  if(NOETHER_FUZZ AND NOT arg_PROGRAM)
    target_compile_options(${library} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  foreach(module IN LISTS arg_DEPENDS)
    if(NOT TARGET noether_${module})
      message(FATAL_ERROR "Module ${name} depends on ${module}, which is not declared before it")
    endif()
    target_link_libraries(${library} PUBLIC noether::${module})
  endforeach()

  if(arg_PROGRAM)
    add_executable(${arg_PROGRAM} "${folder}/main.cpp")
    target_link_libraries(${arg_PROGRAM} PRIVATE ${library})
    target_compile_definitions(${arg_PROGRAM} PRIVATE NOETHER_VERSION="${PROJECT_VERSION}")
    set_target_properties(${arg_PROGRAM} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  endif()

  if(NOETHER_TESTS)
    add_test(NAME ${name}.IncludesOnlyModulesItDependsOn
      COMMAND ${CMAKE_COMMAND} "-DFOLDER=${folder}" "-DALLOWED=${name};${arg_DEPENDS}"
        -P "${PROJECT_SOURCE_DIR}/cmake/CheckIncludes.cmake")
    add_test(NAME ${name}.RoomsUseEachOtherInOneDirection
      COMMAND ${CMAKE_COMMAND} "-DFOLDER=${folder}" -P "${PROJECT_SOURCE_DIR}/cmake/CheckRooms.cmake")
    if(test_sources)
      noether_test(${name} "${test_sources}" "${arg_PROGRAM}" "${arg_TEST_LINK}")
    endif()
  endif()

  if(NOETHER_BENCHMARKS AND bench_sources)
    add_executable(${library}_bench EXCLUDE_FROM_ALL ${bench_sources})
    add_dependencies(benchmarks ${library}_bench)
    target_link_libraries(${library}_bench PRIVATE ${library} benchmark::benchmark_main)
  endif()

  if(NOETHER_FUZZ)
    foreach(source IN LISTS fuzz_sources)
      noether_fuzzer(${name} "${source}")
    endforeach()
  endif()
endfunction()

set(NOETHER_COMMON_HEADERS
  <fmt/format.h> <algorithm> <array> <atomic> <bit> <charconv> <chrono> <cmath> <cstdint> <cstring>
  <deque> <expected> <filesystem> <fstream> <functional> <map> <memory> <mutex> <numeric> <optional>
  <set> <span> <string> <string_view> <thread> <unordered_map> <unordered_set> <utility> <variant>
  <vector>)

# The headers that most files include are precompiled once for all modules with the same flags,
# namely those of the first module, and in a release the same degree of optimisation. Modules of -O1
# have too few units to gain from it. The preset `dev` does not precompile headers, so that it finds
# files that lack an include.
function(noether_precompile_headers library degree)
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Release" OR NOT NOETHER_TOGETHER)
    set(degree "")
  elseif(degree STREQUAL "-O1")
    return()
  endif()
  get_property(first GLOBAL PROPERTY "NOETHER_HEADERS${degree}")
  if(first)
    target_precompile_headers(${library} REUSE_FROM ${first})
  else()
    target_precompile_headers(${library} PRIVATE ${NOETHER_COMMON_HEADERS})
    set_property(GLOBAL PROPERTY "NOETHER_HEADERS${degree}" ${library})
  endif()
endfunction()

# Files that are compiled together may not give one name two meanings, not even in unnamed
# namespaces.
function(noether_compile_together target batch)
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${NOETHER_TOGETHER} UNITY_BUILD_BATCH_SIZE ${batch})
  if(NOETHER_TOGETHER)
    # A local name may also be a name in another file; `dev` still checks names within a file.
    target_compile_options(${target} PRIVATE -Wno-shadow)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # GCC treats all files but the one that includes the others as headers.
      target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
  endif()
endfunction()

function(noether_compile_separately folder sources paths degree)
  if(NOETHER_ALL_TOGETHER)
    return()
  endif()
  foreach(path IN LISTS paths)
    cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${folder}" NORMALIZE)
    string(REGEX REPLACE "/$" "" path "${path}")
    set(found ${sources})
    list(FILTER found INCLUDE REGEX "^${path}(/|$)")
    if(NOT found)
      message(FATAL_ERROR "No source is `${path}`, which is to be compiled separately")
    endif()
    set_source_files_properties(${found} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    if(NOETHER_TOGETHER AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT degree STREQUAL "-O3")
      # Headers that were precompiled for another degree would be ignored.
      set_source_files_properties(${found} PROPERTIES SKIP_PRECOMPILE_HEADERS ON
        COMPILE_OPTIONS -O3)
    endif()
  endforeach()
endfunction()

# Tests run in the top folder of the sources, which NOETHER_SOURCE_DIR contains; NOETHER_PROGRAM is
# the program of their module.
function(noether_test name sources program libraries)
  set(test noether_${name}_test)
  add_executable(${test} ${sources})
  target_link_libraries(${test} PRIVATE noether_${name} ${libraries}
    GTest::gmock_main GTest::gmock GTest::gtest)
  target_compile_definitions(${test} PRIVATE NOETHER_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # Tests are half of the code and run once, so fast compilation is worth more than fast tests.
  target_compile_options(${test} PRIVATE ${NOETHER_TEST_FLAGS})
  noether_compile_together(${test} 16)
  if(name STREQUAL base)
    target_precompile_headers(${test} PRIVATE ${NOETHER_COMMON_HEADERS} <gmock/gmock.h>)
  elseif(NOT name STREQUAL train)  # LibTorch has its own flags
    target_precompile_headers(${test} REUSE_FROM noether_base_test)
  endif()
  # The library comes before the tests' own objects, so that inline functions in both are those of
  # the library, which are faster and are the ones that ship.
  target_link_options(${test} PRIVATE
    "SHELL:-Wl,--whole-archive $<TARGET_FILE:noether_${name}> -Wl,--no-whole-archive")
  if(program)
    add_dependencies(${test} ${program})
    target_compile_definitions(${test} PRIVATE NOETHER_PROGRAM="$<TARGET_FILE:${program}>")
  endif()
  if(NOETHER_TEST_SHARDS)
    list(LENGTH sources files)
    noether_test_shards(${name} ${test} ${files} "${program}")
  else()
    gtest_discover_tests(${test}
      TEST_PREFIX ${name}.
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
      DISCOVERY_TIMEOUT 120
      PROPERTIES TIMEOUT 300)
  endif()
endfunction()

# Runs a test program in a few processes instead of one for each test: a process costs more than
# most tests, with sanitizers seconds, and several processes keep every core busy to the end. Each
# process takes every n-th test; modules with many tests start first.
function(noether_test_shards name test files program)
  # Reports show where memory was allocated in five frames: thirty make the tests a third slower.
  set(environment ASAN_OPTIONS=malloc_context_size=5)
  if(program)
    # A search for leaks in each run of the program by a test takes too long.
    string(APPEND environment ":detect_leaks=0")
  endif()
  math(EXPR shards "(${files} + 7) / 8")
  math(EXPR last "${shards} - 1")
  foreach(shard RANGE ${last})
    math(EXPR number "${shard} + 1")
    set(shard_name ${name}.Tests${number}of${shards})
    add_test(NAME ${shard_name} COMMAND ${test} --gtest_brief=1
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties(${shard_name} PROPERTIES TIMEOUT 3600 COST ${files}
      ENVIRONMENT "${environment};GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${shard}")
  endforeach()
endfunction()

# The target `fuzzers` builds all fuzz targets, and `ctest` runs each for FUZZ_SECONDS (see
# scripts/fuzz.sh).
function(noether_fuzzer name source)
  cmake_path(GET source STEM stem)
  cmake_path(GET source PARENT_PATH folder)
  string(REGEX REPLACE "_fuzz$" "" topic "${stem}")
  set(fuzzer noether_${name}_${stem})
  add_executable(${fuzzer} "${source}")
  target_link_libraries(${fuzzer} PRIVATE noether_${name})
  target_compile_options(${fuzzer} PRIVATE -fsanitize=fuzzer-no-link)
  target_link_options(${fuzzer} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers ${fuzzer})
  add_test(NAME fuzz.${name}.${topic}
    COMMAND "${PROJECT_SOURCE_DIR}/scripts/fuzz.sh" $<TARGET_FILE:${fuzzer}>
      "${PROJECT_BINARY_DIR}/corpus/${name}/${topic}"
      "${folder}/fuzz_seeds/${topic}" "${folder}/${stem}.dict")
  # FUZZ_SECONDS limits the run, so ctest's own limit must not interfere.
  set_tests_properties(fuzz.${name}.${topic} PROPERTIES TIMEOUT 1000000)
endfunction()
