# The build NOETHER_TRAIN_ONLY: noether-train and nothing else, for a machine that has a CUDA device
# and little more than LibTorch, CLI11, fmt, zstd and nlohmann-json. See docs/noether-train.md.
#
# Reads shards without looking at their checksums, since there is no xxHash, and does not check what
# seq2seq generates by algebra.

find_package(LibTorch REQUIRED)
find_package(CLI11 REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Threads REQUIRED)
find_path(ZSTD_INCLUDE_DIR zstd.h REQUIRED)
find_library(ZSTD_LIBRARY zstd REQUIRED)

file(GLOB_RECURSE train_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/noether/train/*.cpp")
list(FILTER train_sources EXCLUDE REGEX "_(test|bench|fuzz)\\.cpp$")
set(other_sources
  noether/algebra/verdict.cpp
  noether/base/digest_text.cpp
  noether/base/file_descriptor.cpp
  noether/base/file_system.cpp
  noether/base/keyword_lines.cpp
  noether/egen/cluster.cpp
  noether/egen/corpus_json.cpp
  noether/egen/corpus_manifest.cpp
  noether/egen/corpus_plan.cpp
  noether/egen/shard_block.cpp
  noether/egen/shard_index.cpp
  noether/egen/shard_reader.cpp
  noether/embedding/expression_length.cpp
  noether/embedding/expression_model_config.cpp
  noether/embedding/expression_tokenizer.cpp
  noether/embedding/expression_tokenizer_json.cpp
  noether/embedding/values/part_values.cpp
  noether/embedding/values/token_grammar.cpp
  noether/embedding/values/token_numbers.cpp
  noether/embedding/values/token_values.cpp
  noether/embedding/values/value_functions.cpp
  noether/neural/tensor/safetensors.cpp
  noether/neural/tensor/safetensors_writer.cpp
  noether/train_only/matches_checksum.cpp)
add_executable(noether-train ${train_sources} ${other_sources})
target_include_directories(noether-train PRIVATE "${PROJECT_SOURCE_DIR}")
target_include_directories(noether-train SYSTEM PRIVATE "${ZSTD_INCLUDE_DIR}")
target_compile_definitions(noether-train PRIVATE
  NOETHER_TRAIN_ONLY NOETHER_VERSION="${PROJECT_VERSION}")
# Compiled libraries of fmt may have the other ABI of strings than LibTorch.
target_link_libraries(noether-train PRIVATE
  LibTorch::LibTorch CLI11::CLI11 fmt::fmt-header-only nlohmann_json::nlohmann_json
  "${ZSTD_LIBRARY}" Threads::Threads)
target_precompile_headers(noether-train PRIVATE <torch/types.h>)
set_source_files_properties(${other_sources} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
