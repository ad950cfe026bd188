# noether_module(NAME [DEPENDS module...] [LINK library...] [TEST_LINK library...] [PROGRAM program]
#                [SEPARATE file...])
#
# Everything one folder noether/NAME holds, by the ending of its files:
#   *.cpp        library noether_NAME, alias noether::NAME
#   *_test.cpp   one GoogleTest program noether_NAME_test
#   *_bench.cpp  one Google Benchmark program noether_NAME_bench
#   *_fuzz.cpp   one libFuzzer program each, noether_NAME_<file>; its seeds, when there are any, are
#                the files of fuzz_seeds/<file without _fuzz>/ and the words of <file>.dict beside it
#   main.cpp     the program PROGRAM, put at the top of the build folder
# DEPENDS are modules declared before; a test fails when a file includes a header of any other.
# SEPARATE are files that noether_compile_together leaves alone.
function(noether_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PROGRAM"
    "DEPENDS;LINK;TEST_LINK;SEPARATE")
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
  set_source_files_properties(${arg_SEPARATE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  if(arg_PROGRAM)
    noether_compile_together(${library})
  else()
    # What most files include anyway: a third of the time that compiling them takes. The preset
    # `dev` does without, so that a file which forgets to name what it uses is found there.
    target_precompile_headers(${library} PRIVATE
      <fmt/format.h> <algorithm> <array> <charconv> <cmath> <cstdint> <cstring> <expected>
      <filesystem> <functional> <map> <memory> <numeric> <optional> <span> <string> <string_view>
      <unordered_map> <utility> <variant> <vector>)
    if(NOETHER_FUZZ)
      target_compile_options(${library} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
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

# Compiles the files of a target sixteen at a time, unless NOETHER_TOGETHER is off: what compiling a
# test or a command takes is mostly its headers. Such files may not give one name two meanings, not
# even in unnamed namespaces. Libraries are compiled file by file: code that is measured should not
# change with its neighbours.
function(noether_compile_together target)
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${NOETHER_TOGETHER} UNITY_BUILD_BATCH_SIZE 16)
  if(NOETHER_TOGETHER)
    # A local name may be that of something in another file; `dev` still looks for those in its own.
    target_compile_options(${target} PRIVATE -Wno-shadow)
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
  noether_compile_together(${test})
  # Before the tests' own objects, so that the functions which both have, being inline, are those of
  # the library: they are what ships, and faster.
  target_link_options(${test} PRIVATE
    "SHELL:-Wl,--whole-archive $<TARGET_FILE:noether_${name}> -Wl,--no-whole-archive")
  if(program)
    add_dependencies(${test} ${program})
    target_compile_definitions(${test} PRIVATE NOETHER_PROGRAM="$<TARGET_FILE:${program}>")
  endif()
  if(NOETHER_SANITIZE)
    # One process for all: its search for leaks at the end takes seconds on some machines.
    add_test(NAME ${name}.AllTests COMMAND ${test} --gtest_brief=1
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    # Where memory was allocated is told in five frames: thirty make the tests a third slower.
    set(asan malloc_context_size=5)
    if(program)
      # The same search, in every run of the program that a test starts.
      string(APPEND asan ":detect_leaks=0")
    endif()
    # Sanitizers make the tests of a module take minutes.
    set_tests_properties(${name}.AllTests PROPERTIES TIMEOUT 3600
      ENVIRONMENT "ASAN_OPTIONS=${asan}")
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
  target_compile_options(${fuzzer} PRIVATE -fsanitize=fuzzer-no-link)
  target_link_options(${fuzzer} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers ${fuzzer})
  add_test(NAME fuzz.${name}.${topic}
    COMMAND "${PROJECT_SOURCE_DIR}/scripts/fuzz.sh" $<TARGET_FILE:${fuzzer}>
      "${PROJECT_BINARY_DIR}/corpus/${name}/${topic}"
      "${folder}/fuzz_seeds/${topic}" "${folder}/${stem}.dict")
  # How long it runs is FUZZ_SECONDS' to say, so ctest's own limit must not be in the way.
  set_tests_properties(fuzz.${name}.${topic} PROPERTIES TIMEOUT 1000000)
endfunction()
