# cmake -DFOLDER=noether/x -DALLOWED="x;base" -P CheckIncludes.cmake
#
# Fails if a file under FOLDER includes a header of a module that is not in ALLOWED. The linker
# cannot detect this: all modules share one include folder, and inline code needs no library.

cmake_minimum_required(VERSION 3.25)

file(GLOB_RECURSE files "${FOLDER}/*.h" "${FOLDER}/*.cpp")
foreach(file IN LISTS files)
  file(STRINGS "${file}" includes REGEX "^#include \"noether/[a-z]+/")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "^#include \"noether/([a-z]+)/.*" "\\1" module "${include}")
    if(NOT module IN_LIST ALLOWED)
      message(SEND_ERROR "${file} includes a header of `${module}`; its module may use: ${ALLOWED}")
    endif()
  endforeach()
endforeach()
