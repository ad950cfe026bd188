# noether_embed_rules(TARGET)
#
# Compiles the files of rules/ into TARGET, as the definition of shipped_rule_files(): the program
# then needs no folder of rules beside it.
# This file is also the script of that step: cmake -DOUTPUT=x.cpp -DFOLDER=. -P EmbedRules.cmake

function(noether_embed_rules target)
  file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/rules/*.rules")
  set(output "${PROJECT_BINARY_DIR}/generated/shipped_rules.cpp")
  set(script "${PROJECT_SOURCE_DIR}/cmake/EmbedRules.cmake")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DFOLDER=${PROJECT_SOURCE_DIR}" -P "${script}"
    DEPENDS ${files} "${script}"
    COMMENT "Embedding rules/*.rules"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE)
  return()
endif()

cmake_minimum_required(VERSION 3.25)
file(GLOB files RELATIVE "${FOLDER}" "${FOLDER}/rules/*.rules")
list(SORT files)
list(LENGTH files count)
set(entries "")
foreach(file IN LISTS files)
  file(READ "${FOLDER}/${file}" text)
  string(APPEND entries "    ShippedRuleFile{\"${file}\", R\"rules(${text})rules\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Written by cmake/EmbedRules.cmake.
#include <array>

#include \"noether/algebra/shipped_rules.h\"

namespace noether::algebra {
namespace {

constexpr std::array<ShippedRuleFile, ${count}> kFiles = {{
${entries}}};

}  // namespace

std::span<const ShippedRuleFile> shipped_rule_files() { return kFiles; }

}  // namespace noether::algebra
")
