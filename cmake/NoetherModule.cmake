# noether_module(NAME [DEPENDS module...] [LINK library...] [TEST_LINK library...] [PROGRAM program])
#
# Everything one folder noether/NAME holds, by the ending of its files:
#   *.cpp        library noether_NAME, alias noether::NAME
#   *_test.cpp   one GoogleTest program noether_NAME_test
#   *_bench.cpp  one Google Benchmark program noether_NAME_bench
#   *_fuzz.cpp   one libFuzzer program each, noether_NAME_<file>; its seeds, when there are any, are
#                the files of fuzz_seeds/<file without _fuzz>/ and the words of <file>.dict beside it
#   main.cpp     the program PROGRAM, put at the top of the build folder
# DEPENDS are modules declared before; a test fails when a file includes a header of any other.
function(noether_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PROGRAM" "DEPENDS;LINK;TEST_LINK")
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
  # What most files include anyway: a third of the time that compiling them takes. The preset `dev`
  # does without, so that a file which forgets to name what it uses is found there.
  target_precompile_headers(${library} PRIVATE
    <fmt/format.h> <algorithm> <array> <charconv> <cmath> <cstdint> <cstring> <expected>
    <filesystem> <functional> <map> <memory> <numeric> <optional> <span> <string> <string_view>
    <unordered_map> <utility> <variant> <vector>)
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
    if(test_sources)
      noether_test(${name} "${test_sources}" "${arg_PROGRAM}" "${arg_TEST_LINK}")
    endif()
  endif()

  if(NOETHER_BENCHMARKS AND bench_sources)
    add_executable(${library}_bench ${bench_sources})
    target_link_libraries(${library}_bench PRIVATE ${library} benchmark::benchmark_main)
  endif()

  if(NOETHER_FUZZ)
    foreach(source IN LISTS fuzz_sources)
      noether_fuzzer(${name} "${source}")
    endforeach()
  endif()
endfunction()

# Tests run in the top folder of the sources, which they also know as NOETHER_SOURCE_DIR, and find
# the program of their module as NOETHER_PROGRAM.
function(noether_test name sources program libraries)
  set(test noether_${name}_test)
  add_executable(${test} ${sources})
  target_link_libraries(${test} PRIVATE noether_${name} ${libraries}
    GTest::gmock_main GTest::gmock GTest::gtest)
  target_compile_definitions(${test} PRIVATE NOETHER_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  # Tests are half of the code and run once: compiling them fast is worth more than fast tests.
  target_compile_options(${test} PRIVATE ${NOETHER_TEST_FLAGS})
  # A third of the time that compiling a test takes.
  target_precompile_headers(${test} PRIVATE
    <gmock/gmock.h> <gtest/gtest.h> <algorithm> <expected> <filesystem> <fstream> <functional>
    <map> <memory> <optional> <random> <set> <sstream> <string> <unordered_map> <vector>)
  if(program)
    add_dependencies(${test} ${program})
    target_compile_definitions(${test} PRIVATE NOETHER_PROGRAM="$<TARGET_FILE:${program}>")
  endif()
  if(NOETHER_SANITIZE)
    # One process for all: its search for leaks at the end takes seconds on some machines.
    add_test(NAME ${name}.AllTests COMMAND ${test} --gtest_brief=1
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    # Sanitizers make the tests of a module take minutes.
    set_tests_properties(${name}.AllTests PROPERTIES TIMEOUT 3600)
    if(program)
      # The same search, in every run of the program that a test starts.
      set_tests_properties(${name}.AllTests PROPERTIES ENVIRONMENT ASAN_OPTIONS=detect_leaks=0)
    endif()
  else()
    gtest_discover_tests(${test}
      TEST_PREFIX ${name}.
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
      DISCOVERY_TIMEOUT 120
      PROPERTIES TIMEOUT 300)
  endif()
endfunction()

# The target `fuzzers` builds them all, and `ctest` runs each for FUZZ_SECONDS (see scripts/fuzz.sh).
function(noether_fuzzer name source)
  cmake_path(GET source STEM stem)
  cmake_path(GET source PARENT_PATH folder)
  string(REGEX REPLACE "_fuzz$" "" topic "${stem}")
  set(fuzzer noether_${name}_${stem})
  add_executable(${fuzzer} "${source}")
  target_link_libraries(${fuzzer} PRIVATE noether_${name})
  target_link_options(${fuzzer} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers ${fuzzer})
  add_test(NAME fuzz.${name}.${topic}
    COMMAND "${PROJECT_SOURCE_DIR}/scripts/fuzz.sh" $<TARGET_FILE:${fuzzer}>
      "${PROJECT_BINARY_DIR}/corpus/${name}/${topic}"
      "${folder}/fuzz_seeds/${topic}" "${folder}/${stem}.dict")
  # How long it runs is FUZZ_SECONDS' to say, so ctest's own limit must not be in the way.
  set_tests_properties(fuzz.${name}.${topic} PROPERTIES TIMEOUT 1000000)
endfunction()
