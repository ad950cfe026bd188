# Defines the imported target LibTorch::LibTorch and LibTorch_FOUND.
#
# Searches the places in CMAKE_PREFIX_PATH, which may include torch.utils.cmake_prefix_path of
# PyTorch. PyTorch's own TorchConfig.cmake is not used: it changes the flags of all targets, and
# requires a CUDA toolkit even if CUDA is only needed at run time.

set(libtorch_hints)
foreach(prefix IN LISTS CMAKE_PREFIX_PATH)
  list(APPEND libtorch_hints "${prefix}" "${prefix}/../..")
endforeach()
find_path(LibTorch_INCLUDE_DIR torch/csrc/api/include/torch/torch.h
  HINTS ${libtorch_hints} PATH_SUFFIXES include)
foreach(name IN ITEMS torch torch_cpu c10)
  find_library(LibTorch_${name} ${name} HINTS ${libtorch_hints} PATH_SUFFIXES lib)
endforeach()
# Present only in builds with CUDA.
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
  # The CUDA library registers itself when it is loaded, and no symbol in it is referenced by name.
  set(libraries "${LibTorch_torch}" "${LibTorch_torch_cpu}" "${LibTorch_c10}")
  if(LibTorch_torch_cuda)
    list(APPEND libraries "${LibTorch_torch_cuda}" "${LibTorch_c10_cuda}")
  endif()
  # The libraries that those of CUDA need are found when the program starts.
  target_link_libraries(LibTorch::LibTorch INTERFACE
    -Wl,--push-state,--no-as-needed ${libraries} -Wl,--pop-state
    -Wl,--unresolved-symbols=ignore-in-shared-libs)
  # Wheels of some versions have the old ABI of strings, which only this file tells.
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
