// All tensors of a model, from one file or from the shards of a folder, with one lookup that
// records which were used.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/error.h"
#include "noether/base/mapped_bytes.h"
#include "noether/neural/tensor/safetensors.h"

namespace noether::neural {

class TensorSet {
 public:
  static base::Result<TensorSet> of_file(const std::string& path);
  // Opens model.safetensors; else the shards that model.safetensors.index.json names; else the only
  // *.safetensors file. A folder with a pickle instead is refused, and the error explains how to
  // convert it.
  static base::Result<TensorSet> of_folder(const std::string& folder);
  // Keeps a copy of the bytes.
  static base::Result<TensorSet> of_bytes(std::string_view bytes);

  bool has(std::string_view name) const { return by_name_.contains(name); }
  // Returns null if there is no such tensor; otherwise the tensor counts as used.
  const Tensor* use(std::string_view name);
  // In ascending order.
  std::vector<std::string> names() const;
  std::vector<std::string> unused() const;
  std::uint64_t bytes() const;  // of the files

 private:
  TensorSet() = default;
  base::Result<void> add(base::MappedBytes bytes, const std::string& name);

  std::vector<base::MappedBytes> files_;
  std::map<std::string, Tensor, std::less<>> by_name_;
  std::set<std::string, std::less<>> used_;
};

}  // namespace noether::neural
