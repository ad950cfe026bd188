# noether_register_stages(TARGET FOLDER ENDING HEADER NAMESPACE TYPE FUNCTION)
#
# Lists the stages that a search may consist of. Every file FOLDER/NAME_ENDING.cpp of the sources
# defines `const TYPE& NAME_ENDING()` in NAMESPACE; HEADER declares `std::span<const TYPE* const>
# FUNCTION()`. The generated source defines this function, which returns the stages by name. A new
# stage is therefore a new file, and no list of stages is maintained by hand.

function(noether_register_stages target folder ending header namespace type function)
  file(GLOB files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*_${ending}.cpp")
  list(SORT files)
  list(LENGTH files count)
  set(declarations "")
  set(entries "")
  foreach(file IN LISTS files)
    cmake_path(GET file STEM name)
    string(APPEND declarations "const ${type}& ${name}();\n")
    string(APPEND entries "      &${name}(),\n")
  endforeach()
  set(output "${PROJECT_BINARY_DIR}/generated/${function}.cpp")
  file(CONFIGURE OUTPUT "${output}" @ONLY CONTENT "// Written by cmake/RegisterStages.cmake.
#include <array>

#include \"${header}\"

namespace ${namespace} {

${declarations}
std::span<const ${type}* const> ${function}() {
  static const std::array<const ${type}*, ${count}> kStages = {
${entries}  };
  return kStages;
}

}  // namespace ${namespace}
")
  # Compiled separately: in a unit with the stages, its declarations would be repeated.
  set_source_files_properties("${output}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE "${output}")
endfunction()
