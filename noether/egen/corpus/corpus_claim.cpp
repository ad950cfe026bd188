#include "noether/egen/corpus/corpus_claim.h"

#include <fmt/format.h>

#include <utility>

#include "noether/base/file_system.h"

namespace noether::egen {
namespace {

constexpr std::uint64_t kMaxPlanBytes = std::uint64_t{64} << 20;

base::Result<void> remove_unfinished(base::FileSystem& files, const std::string& folder) {
  if (!files.is_folder(folder)) return {};
  const auto names = files.list(folder);
  if (!names) return std::unexpected(names.error());
  for (const std::string& name : *names) {
    if (!name.ends_with(base::kUnfinished)) continue;
    if (auto removed = files.remove(folder + "/" + name); !removed) return removed;
  }
  return {};
}

base::Result<void> same_plan(const CorpusPlan& there, const CorpusPlan& here,
                             const std::string& folder) {
  const auto differences = plan_differences(there, here);
  if (differences.empty()) return {};
  return base::fail(fmt::format("the corpus in '{}' was begun with other options: {}", folder,
                                fmt::join(differences, "; ")),
                    {}, "give the same options to go on with it, or write to another folder");
}

base::Result<void> begin(base::FileSystem& files, const std::string& folder,
                         const CorpusPlan& plan) {
  const auto names = files.list(folder);
  if (!names) return std::unexpected(names.error());
  for (const std::string& name : *names) {
    if (name == "lock") continue;
    return base::fail(
        fmt::format("the folder '{}' holds something that is not a corpus: {}", folder, name), {},
        "write to a new or empty folder");
  }
  return base::write_atomically(files, folder + "/plan.json", plan_text(plan));
}

}  // namespace

base::Result<CorpusClaim> claim_folder(base::FileSystem& file_system, const std::string& folder,
                                       const CorpusPlan& plan) {
  auto done = file_system.make_folder(folder);
  if (done) done = file_system.sync_folder(base::folder_of(folder));
  if (!done) return std::unexpected(done.error());

  auto lock = base::FileLock::take(folder + "/lock");
  if (!lock) {
    return base::fail(
        fmt::format("cannot write to the corpus '{}': {}", folder, lock.error().message), {},
        "wait until that run has ended, or write to another folder");
  }
  for (const char* part : {"", "/blocks", "/shards"}) {
    if (done = remove_unfinished(file_system, folder + part); !done) {
      return std::unexpected(done.error());
    }
  }
  if (file_system.exists(folder + "/manifest.json")) {
    auto manifest = load_manifest(folder);
    if (!manifest) return std::unexpected(manifest.error());
    if (done = same_plan(manifest->plan, plan, folder); !done) {
      return std::unexpected(done.error());
    }
    return CorpusClaim{std::move(*lock), std::move(*manifest)};
  }
  const std::string plan_path = folder + "/plan.json";
  if (file_system.exists(plan_path)) {
    const auto text = file_system.read(plan_path, kMaxPlanBytes);
    const auto there = text ? read_plan(*text, plan_path)
                            : base::Result<CorpusPlan>(std::unexpected(text.error()));
    if (!there) return std::unexpected(there.error());
    done = same_plan(*there, plan, folder);
  } else {
    done = begin(file_system, folder, plan);
  }
  if (!done) return std::unexpected(done.error());
  return CorpusClaim{std::move(*lock), std::nullopt};
}

}  // namespace noether::egen
