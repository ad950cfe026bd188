# The imported target LibTorch::LibTorch, and LibTorch_FOUND.
#
# Looks in the places of CMAKE_PREFIX_PATH, which may also be what PyTorch gives as
# torch.utils.cmake_prefix_path. PyTorch's own TorchConfig.cmake is not used: it changes the flags of
# all targets, and asks for a CUDA toolkit where only running is wanted.

set(libtorch_hints)
foreach(prefix IN LISTS CMAKE_PREFIX_PATH)
  list(APPEND libtorch_hints "${prefix}" "${prefix}/../..")
endforeach()
find_path(LibTorch_INCLUDE_DIR torch/csrc/api/include/torch/torch.h
  HINTS ${libtorch_hints} PATH_SUFFIXES include)
foreach(name IN ITEMS torch torch_cpu c10)
  find_library(LibTorch_${name} ${name} HINTS ${libtorch_hints} PATH_SUFFIXES lib)
endforeach()
# Only there when it is built with CUDA.
foreach(name IN ITEMS torch_cuda c10_cuda)
  find_library(LibTorch_${name} ${name} HINTS ${libtorch_hints} PATH_SUFFIXES lib)
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibTorch
  REQUIRED_VARS LibTorch_torch LibTorch_torch_cpu LibTorch_c10 LibTorch_INCLUDE_DIR)

if(LibTorch_FOUND AND NOT TARGET LibTorch::LibTorch)
  add_library(LibTorch::LibTorch INTERFACE IMPORTED)
  target_include_directories(LibTorch::LibTorch INTERFACE
    "${LibTorch_INCLUDE_DIR}" "${LibTorch_INCLUDE_DIR}/torch/csrc/api/include")
  # The CUDA library registers itself when it is loaded, and nothing in it is called by name.
  set(libraries "${LibTorch_torch}" "${LibTorch_torch_cpu}" "${LibTorch_c10}")
  if(LibTorch_torch_cuda)
    list(APPEND libraries "${LibTorch_torch_cuda}" "${LibTorch_c10_cuda}")
  endif()
  # What CUDA's libraries need in turn is found when the program starts.
  target_link_libraries(LibTorch::LibTorch INTERFACE
    -Wl,--push-state,--no-as-needed ${libraries} -Wl,--pop-state
    -Wl,--unresolved-symbols=ignore-in-shared-libs)
  # Wheels of some versions have the old ABI of strings, and say so only in this file.
  cmake_path(GET LibTorch_torch PARENT_PATH libtorch_libraries)
  find_file(LibTorch_CONFIG TorchConfig.cmake NO_DEFAULT_PATH
    PATHS "${libtorch_libraries}/../share/cmake/Torch" "${libtorch_libraries}/cmake/Torch")
  if(LibTorch_CONFIG)
    file(STRINGS "${LibTorch_CONFIG}" old_abi REGEX "_GLIBCXX_USE_CXX11_ABI=0")
    if(old_abi)
      target_compile_definitions(LibTorch::LibTorch INTERFACE _GLIBCXX_USE_CXX11_ABI=0)
    endif()
  endif()
endif()
