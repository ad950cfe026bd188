# noether_embed_files(TARGET FOLDER HEADER NAMESPACE TYPE FUNCTION)
#
# Compiles the files FOLDER/*.FOLDER of the sources into TARGET, so that the program does not need
# the folder at run time. HEADER declares, in NAMESPACE, the struct TYPE { name, text } and
# `std::span<const TYPE> FUNCTION()`. The generated source defines this function, which returns the
# files by name. This file is also the script of that step: cmake -DOUTPUT=x.cpp -DSOURCES=.
# -DFOLDER=rules ... -P

function(noether_embed_files target folder header namespace type function)
  file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.${folder}")
  set(output "${PROJECT_BINARY_DIR}/generated/${function}.cpp")
  set(script "${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DSOURCES=${PROJECT_SOURCE_DIR}"
      "-DFOLDER=${folder}" "-DHEADER=${header}" "-DNAMESPACE=${namespace}" "-DTYPE=${type}"
      "-DFUNCTION=${function}" -P "${script}"
    DEPENDS ${files} "${script}"
    COMMENT "Embedding ${folder}/*.${folder}"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
  # All generated sources call their table kFiles.
  set_source_files_properties("${output}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE)
  return()
endif()

cmake_minimum_required(VERSION 3.25)
file(GLOB files RELATIVE "${SOURCES}" "${SOURCES}/${FOLDER}/*.${FOLDER}")
list(SORT files)
list(LENGTH files count)
set(entries "")
foreach(file IN LISTS files)
  file(READ "${SOURCES}/${file}" text)
  string(APPEND entries "    ${TYPE}{\"${file}\", R\"embedded(${text})embedded\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Written by cmake/EmbedFiles.cmake.
#include <array>

#include \"${HEADER}\"

namespace ${NAMESPACE} {
namespace {

constexpr std::array<${TYPE}, ${count}> kFiles = {{
${entries}}};

}  // namespace

std::span<const ${TYPE}> ${FUNCTION}() { return kFiles; }

}  // namespace ${NAMESPACE}
")
