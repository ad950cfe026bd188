# noether_embed_page(TARGET)
#
# Builds the page of web/ with Node and compiles it into TARGET, which then defines `assets()` of
# noether/server/page/bundle.h. Without Node, or with NOETHER_WEB off, there are no assets.

option(NOETHER_WEB "Build the page of web/ into the program; needs Node" ON)

function(noether_embed_page target)
  set(out "${PROJECT_BINARY_DIR}/generated/page")
  if(NOETHER_WEB)
    find_program(NODE_PROGRAM NAMES node nodejs)
    find_program(NPM_PROGRAM NAMES npm)
  endif()
  if(NOT NOETHER_WEB OR NOT NODE_PROGRAM OR NOT NPM_PROGRAM)
    if(NOETHER_WEB)
      set(reason "there is no Node (scripts/setup.sh web installs it)")
    else()
      set(reason "NOETHER_WEB is off")
    endif()
    message(STATUS "The page is left out, and its tests are skipped: ${reason}")
    noether_skipped_page_tests("${reason}")
    file(CONFIGURE OUTPUT "${out}/no_page_assets.cpp" @ONLY CONTENT
"#include \"noether/server/page/bundle.h\"

std::span<const noether::server::Asset> noether::server::assets() { return {}; }
")
    target_sources(${target} PRIVATE "${out}/no_page_assets.cpp")
    return()
  endif()

  set(web "${PROJECT_SOURCE_DIR}/web")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS
    "${web}/src/*.ts" "${web}/src/*.css" "${web}/public/*")
  list(FILTER sources EXCLUDE REGEX "\\.test\\.ts$")
  add_custom_command(
    OUTPUT "${out}/page_assets.cpp" "${out}/page.bin"
    COMMAND "${NODE_PROGRAM}" "${web}/build.mjs" "${out}"
    DEPENDS ${sources} "${web}/index.html" "${web}/build.mjs" "${web}/vite.config.ts"
      "${web}/tsconfig.json" "${web}/package.json" "${web}/package-lock.json"
    COMMENT "Building the page of web/"
    VERBATIM)
  add_custom_target(noether_web DEPENDS "${out}/page_assets.cpp")
  target_sources(${target} PRIVATE "${out}/page_assets.cpp")
  set_source_files_properties("${out}/page_assets.cpp" PROPERTIES
    OBJECT_DEPENDS "${out}/page.bin" SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)

  if(NOETHER_TESTS AND NOT NOETHER_SANITIZE)
    add_test(NAME web.UnitTests COMMAND "${NODE_PROGRAM}" "${web}/test.mjs")
    add_test(NAME web.TypesFit COMMAND "${NODE_PROGRAM}" "${web}/check.mjs")
    noether_browser_tests("${web}")
  endif()
endfunction()

# Registers tests that cannot run here as skipped, so that every test run reports them, and not only
# CMake.
function(noether_skipped_page_tests reason)
  if(NOT NOETHER_TESTS OR NOETHER_SANITIZE)
    return()
  endif()
  foreach(name IN ITEMS web.UnitTests web.TypesFit web.e2e web.MarksKeepFormulas)
    add_test(NAME ${name} COMMAND "${CMAKE_COMMAND}" -E echo "skipped: ${reason}")
    set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped: ")
  endforeach()
endfunction()

# Tests the page in a browser, and its marks on the formulas of a collection, with the release
# program. The browser test runs alone, because its processes use all cores. bench/page.sh measures
# times.
function(noether_browser_tests web)
  if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    return()
  endif()
  add_test(NAME web.e2e
    COMMAND "${NODE_PROGRAM}" "--test-reporter=${web}/e2e/failures.mjs" "${web}/e2e/main.mjs")
  set_tests_properties(web.e2e PROPERTIES RUN_SERIAL ON TIMEOUT 900 SKIP_RETURN_CODE 77
    ENVIRONMENT "NOETHER=$<TARGET_FILE:noether>")
  add_test(NAME web.MarksKeepFormulas COMMAND "${NODE_PROGRAM}" "${web}/e2e/marks_of_topics.mjs")
  set_tests_properties(web.MarksKeepFormulas PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77
    ENVIRONMENT "NOETHER=$<TARGET_FILE:noether>")
endfunction()
