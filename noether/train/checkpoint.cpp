#include "noether/train/checkpoint.h"

#include <fmt/format.h>
#include <torch/serialize.h>

#include <exception>
#include <sstream>

#include "noether/base/file_system.h"

namespace noether::train {
namespace {

constexpr std::int64_t kVersion = 1;
constexpr std::uint64_t kMaxCheckpointBytes = std::uint64_t{16} << 30;

template <typename T>
T read_value(torch::serialize::InputArchive& archive, const std::string& key) {
  c10::IValue value;
  archive.read(key, value);
  return value.to<T>();
}

// To a place of its own: what the archive gives may be a view of the file's bytes.
torch::Tensor read_tensor(torch::serialize::InputArchive& archive, const std::string& key) {
  torch::Tensor tensor;
  archive.read(key, tensor);
  return tensor.to(torch::kCPU).clone();
}

}  // namespace

base::Result<void> replace_file(const std::string& path, std::string_view bytes) {
  base::FileSystem& files = base::FileSystem::real();
  const std::string unfinished = path + ".unfinished";
  auto file = files.create(unfinished);
  if (!file) return std::unexpected(file.error());
  auto done = (*file)->write(bytes);
  if (done) done = (*file)->sync();
  if (done) done = (*file)->close();
  if (done) done = files.rename(unfinished, path);
  if (done) done = files.sync_folder(base::folder_of(path));
  if (!done) (void)files.remove(unfinished);
  return done;
}

base::Result<void> save_checkpoint(const std::string& path, const Checkpoint& checkpoint) {
  try {
    torch::serialize::OutputArchive archive;
    archive.write("version", c10::IValue(kVersion));
    archive.write("config", c10::IValue(checkpoint.config));
    archive.write("tokenizer", c10::IValue(checkpoint.tokenizer));
    archive.write("step", c10::IValue(checkpoint.step));
    archive.write("seconds", c10::IValue(checkpoint.seconds));
    archive.write("weights", checkpoint.weights.detach().cpu());
    archive.write("first_moment", checkpoint.first_moment.cpu());
    archive.write("second_moment", checkpoint.second_moment.cpu());
    std::ostringstream bytes;
    archive.save_to(bytes);
    return replace_file(path, bytes.view());
  } catch (const std::exception& error) {
    return base::fail(fmt::format("cannot write the checkpoint '{}': {}", path, error.what()));
  }
}

base::Result<Checkpoint> load_checkpoint(const std::string& path) {
  const auto bytes = base::FileSystem::real().read(path, kMaxCheckpointBytes);
  if (!bytes) return std::unexpected(bytes.error());
  try {
    torch::serialize::InputArchive archive;
    archive.load_from(bytes->data(), bytes->size());
    const auto version = read_value<std::int64_t>(archive, "version");
    if (version != kVersion) {
      return base::fail(
          fmt::format("the checkpoint '{}' is of version {}, and this program reads "
                      "version {}",
                      path, version, kVersion));
    }
    Checkpoint checkpoint;
    checkpoint.config = read_value<std::string>(archive, "config");
    checkpoint.tokenizer = read_value<std::string>(archive, "tokenizer");
    checkpoint.step = read_value<std::int64_t>(archive, "step");
    checkpoint.seconds = read_value<double>(archive, "seconds");
    checkpoint.weights = read_tensor(archive, "weights");
    checkpoint.first_moment = read_tensor(archive, "first_moment");
    checkpoint.second_moment = read_tensor(archive, "second_moment");
    return checkpoint;
  } catch (const std::exception&) {
    return base::fail(fmt::format("'{}' is no checkpoint, or is damaged", path), {},
                      "train again, or name a checkpoint that noether-train wrote");
  }
}

}  // namespace noether::train
