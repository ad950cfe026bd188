#include "noether/collection/unread_places.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "noether/collection/file_walk.h"

namespace noether::collection {
namespace {

// The part of the file's path below the path of a collection; nothing for a file of another path.
std::optional<std::string_view> name_below(std::string_view path, std::string_view file) {
  if (!file.starts_with(path)) return std::nullopt;
  file.remove_prefix(path.size());
  if (!file.empty() && file.front() != '/' && !path.ends_with('/')) return std::nullopt;
  file.remove_prefix(std::min(file.find_first_not_of('/'), file.size()));
  return file;
}

// Whether a source, such as "notes/a.zip/b.md:12", is the file with this name or below that folder.
bool is_in(std::string_view source, std::string_view name) {
  for (std::size_t at = source.find(name); at != std::string_view::npos;
       at = source.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || source[at - 1] == '/';
    if (begins && (end == source.size() || source[end] == '/' || source[end] == ':')) return true;
  }
  return false;
}

// A name without a known ending may be a folder, which may contain any files.
bool can_hold_records(const std::string& name) {
  const auto format = format_of_name(name);
  return !format || *format == Format::JsonLines || *format == Format::Archive;
}

}  // namespace

UnreadPlaces::UnreadPlaces(const std::vector<std::string>& paths, const ProblemList& problems)
    : places_(paths.size()) {
  for (const std::string& file : problems.unread_files()) {
    bool is_known = false;
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const auto name = name_below(paths[i], file);
      if (!name) continue;
      places_[i].push_back({.is_all = name->empty(), .name = std::string(*name)});
      is_known = true;
    }
    if (is_known) continue;
    for (std::vector<Place>& places : places_) places.push_back({.is_all = true, .name = {}});
  }
}

bool UnreadPlaces::may_hold(std::size_t path, const text::Document& document) const {
  const bool is_address = document.source.contains("://");
  return std::ranges::any_of(places_[path], [&](const Place& place) {
    if (place.is_all) return true;
    return is_address ? can_hold_records(place.name) : is_in(document.source, place.name);
  });
}

}  // namespace noether::collection
