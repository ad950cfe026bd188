#include "noether/collection/archive/archive_files.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

#include "noether/base/file_descriptor.h"
#include "noether/collection/files/tex_files.h"

namespace noether::collection {
namespace {

namespace fs = std::filesystem;

// The bytes of a file in the temporary file without a name.
class HiddenFile {
 public:
  static base::Result<std::shared_ptr<HiddenFile>> create() {
    std::error_code error;
    std::string path = (fs::temp_directory_path(error) / "noether-XXXXXX").string();
    const int number = ::mkostemp(path.data(), O_CLOEXEC);
    if (number < 0) return std::unexpected(base::system_error("create", path, errno));
    (void)::unlink(path.c_str());
    return std::make_shared<HiddenFile>(base::FileDescriptor::own(number));
  }
  explicit HiddenFile(base::FileDescriptor file) : file_(std::move(file)) {}

  int append(std::string_view bytes) {
    size_ += bytes.size();
    return base::write_all(file_.number(), bytes);
  }
  std::uint64_t size() const { return size_; }

  base::Result<std::string> read(std::uint64_t offset, std::uint64_t bytes) const {
    std::string text(bytes, '\0');
    for (std::size_t got = 0; got < bytes;) {
      const ::ssize_t more = ::pread(file_.number(), text.data() + got, bytes - got,
                                     static_cast<::off_t>(offset + got));
      if (more < 0 && errno == EINTR) continue;
      if (more <= 0) return std::unexpected(base::system_error("read", "a temporary file", errno));
      got += static_cast<std::size_t>(more);
    }
    return text;
  }

 private:
  base::FileDescriptor file_;
  std::uint64_t size_ = 0;
};

class PartOfFile final : public StoredBytes {
 public:
  PartOfFile(std::shared_ptr<const HiddenFile> file, std::uint64_t offset, std::uint64_t bytes)
      : file_(std::move(file)), offset_(offset), bytes_(bytes) {}
  base::Result<std::string> read() const override { return file_->read(offset_, bytes_); }

 private:
  std::shared_ptr<const HiddenFile> file_;
  std::uint64_t offset_;
  std::uint64_t bytes_;
};

struct FreeArchive {
  void operator()(::archive* archive) const { ::archive_read_free(archive); }
};

// The name of an entry without "." parts and leading "/"; empty if it leads outside.
std::string inner_name(std::string_view name) {
  std::string out;
  while (!name.empty()) {
    const std::size_t end = std::min(name.find('/'), name.size());
    const std::string_view part = name.substr(0, end);
    name.remove_prefix(std::min(end + 1, name.size()));
    if (part == "..") return {};
    if (part.empty() || part == ".") continue;
    if (!out.empty()) out += '/';
    out += part;
  }
  return out;
}

bool is_hidden(std::string_view name) {
  // Archives of macOS keep the metadata of its file system there.
  return name.starts_with('.') || name.contains("/.") || name.starts_with("__MACOSX/");
}

bool is_wanted(const std::string& name) {
  return format_of_name(name).has_value() || is_tex_package(name);
}

class Unpacker {
 public:
  Unpacker(const FoundFile& file, ArchiveBudget& budget) : file_(file), budget_(budget) {}

  base::Result<ArchiveContents> run() {
    auto hidden = HiddenFile::create();
    if (!hidden) return std::unexpected(hidden.error());
    hidden_ = std::move(*hidden);
    archive_.reset(::archive_read_new());
    if (!archive_) return base::fail("no memory for an archive");
    ::archive* a = archive_.get();
    // Formats that run other programs are left out, and so are formats that the reader does not
    // need.
    ::archive_read_support_filter_gzip(a);
    ::archive_read_support_filter_bzip2(a);
    ::archive_read_support_filter_xz(a);
    ::archive_read_support_filter_zstd(a);
    ::archive_read_support_format_tar(a);
    ::archive_read_support_format_zip(a);
    const bool may_be_single = !file_.name.ends_with(".zip") && !file_.name.ends_with(".tar");
    if (may_be_single) ::archive_read_support_format_raw(a);
    if (const auto opened = open(); opened) {
      while (next()) {
      }
    } else {
      return std::unexpected(opened.error());
    }
    return take();
  }

 private:
  base::Result<void> open() {
    constexpr std::size_t kBlockBytes = std::size_t{64} << 10;
    int done = ARCHIVE_FATAL;
    if (file_.stored) {
      auto bytes = file_.stored->read();
      if (!bytes) return std::unexpected(bytes.error());
      bytes_ = std::move(*bytes);
      done = ::archive_read_open_memory(archive_.get(), bytes_.data(), bytes_.size());
    } else {
      done = ::archive_read_open_filename(archive_.get(), file_.path.c_str(), kBlockBytes);
    }
    if (done == ARCHIVE_OK) return {};
    return base::fail(fmt::format("it cannot be unpacked: {}", why()));
  }

  std::string why() const {
    const char* text = ::archive_error_string(archive_.get());
    return text == nullptr ? "it is damaged" : text;
  }

  // Returns false at the end.
  bool next() {
    ::archive_entry* entry = nullptr;
    const int done = ::archive_read_next_header(archive_.get(), &entry);
    if (done == ARCHIVE_EOF) return false;
    if (done < ARCHIVE_WARN) return stop(why());
    if (budget_.files == 0) return stop("it has too many files");
    --budget_.files;
    if (::archive_format(archive_.get()) == ARCHIVE_FORMAT_RAW) {
      // The raw format accepts any bytes as one file; only decompressed bytes are accepted here.
      if (::archive_filter_code(archive_.get(), 0) == ARCHIVE_FILTER_NONE) {
        return stop("it is neither an archive nor compressed");
      }
      return take_single();
    }
    const char* path = ::archive_entry_pathname_utf8(entry);
    if (path == nullptr) path = ::archive_entry_pathname(entry);
    const std::string_view written = path == nullptr ? "" : path;
    // A name counts as unpacked bytes, too.
    if (!take_bytes(written.size())) return stop(kTooMuch);
    const std::string name = inner_name(written);
    if (::archive_entry_filetype(entry) != AE_IFREG || ::archive_entry_hardlink(entry) != nullptr) {
      return true;
    }
    if (name.empty()) {
      if (contents_.outside.size() < kNamed) contents_.outside.emplace_back(written.substr(0, 200));
      return pass_over(entry);
    }
    if (is_hidden(name)) return pass_over(entry);
    if (!is_wanted(name)) {
      contents_.others.add(name);
      return pass_over(entry);
    }
    return take_entry(name);
  }

  // Skips an entry; its bytes count, because they may have to be decompressed all the same.
  bool pass_over(::archive_entry* entry) {
    if (!::archive_entry_size_is_set(entry)) return read_data(nullptr);
    const std::int64_t size = ::archive_entry_size(entry);
    if (size < 0 || !take_bytes(static_cast<std::uint64_t>(size))) {
      return stop(kTooMuch);
    }
    return ::archive_read_data_skip(archive_.get()) >= ARCHIVE_WARN || stop(why());
  }

  bool take_entry(const std::string& name) {
    const std::uint64_t offset = hidden_->size();
    if (!read_data(&name)) return false;
    add(name, offset);
    return true;
  }

  void add(const std::string& name, std::uint64_t offset) {
    const std::uint64_t bytes = hidden_->size() - offset;
    if (is_dropped_) return;
    const std::string path = contents_.is_single ? file_.path : file_.path + "/" + name;
    // If several files have the same name, the last one counts, as when they are unpacked.
    found_.insert_or_assign(
        name, FoundFile{path, name, bytes, std::make_shared<PartOfFile>(hidden_, offset, bytes)});
  }

  // A compressed file that is not an archive has its own name, without the last ending.
  bool take_single() {
    contents_.is_single = true;
    const std::string name = fs::path(file_.name).filename().stem().string();
    const std::uint64_t offset = hidden_->size();
    if (read_data(&name)) add(name, offset);
    return false;
  }

  bool take_bytes(std::uint64_t bytes) {
    if (bytes > budget_.bytes) return false;
    budget_.bytes -= bytes;
    return true;
  }

  // Reads the rest of an entry; its bytes go to the hidden file if `name` is given.
  bool read_data(const std::string* name) {
    is_dropped_ = name == nullptr;
    std::uint64_t bytes = 0;
    std::array<char, 65536> buffer;
    while (true) {
      const ::la_ssize_t got = ::archive_read_data(archive_.get(), buffer.data(), buffer.size());
      if (got == 0) return true;
      if (got == ARCHIVE_FATAL) return stop(why());
      if (got < 0) {
        // The entry may be encrypted, for example; the next one may be readable.
        drop(name, why());
        return true;
      }
      const auto size = static_cast<std::size_t>(got);
      if (!take_bytes(size)) return stop(kTooMuch);
      bytes += size;
      if (bytes > kMaxFileBytes && !is_dropped_) drop(name, "it is longer than 256 MiB");
      if (is_dropped_) continue;
      if (const int error = hidden_->append({buffer.data(), size}); error != 0) {
        return stop(base::system_error("write", "a temporary file", error).message);
      }
    }
  }

  void drop(const std::string* name, std::string why) {
    is_dropped_ = true;
    if (name != nullptr && contents_.dropped.size() < kNamed) {
      contents_.dropped.emplace_back(*name, std::move(why));
    }
  }

  bool stop(std::string why) {
    contents_.stopped = std::move(why);
    return false;
  }

  ArchiveContents take() {
    for (auto& [name, file] : found_) contents_.files.push_back(std::move(file));
    return std::move(contents_);
  }

  static constexpr std::size_t kNamed = 100;
  static constexpr const char* kTooMuch = "its unpacked size is over the limit";

  const FoundFile& file_;
  ArchiveBudget& budget_;
  std::string bytes_;  // bytes of an archive inside another one
  std::shared_ptr<HiddenFile> hidden_;
  std::unique_ptr<::archive, FreeArchive> archive_;
  ArchiveContents contents_;
  std::map<std::string, FoundFile> found_;
  bool is_dropped_ = false;  // the current entry is dropped
};

}  // namespace

base::Result<ArchiveContents> read_archive(const FoundFile& archive, ArchiveBudget& budget) {
  return Unpacker(archive, budget).run();
}

}  // namespace noether::collection
