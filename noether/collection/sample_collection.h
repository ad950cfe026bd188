// Small collections for tests, and the documents read from them.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "noether/base/temporary_folder.h"
#include "noether/collection/document_source.h"

namespace noether::collection {

class SampleFolder {
 public:
  // The name may contain folders, which are created.
  std::string write(const std::string& name, std::string_view bytes) {
    const std::filesystem::path path = folder_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
    return path.string();
  }
  const std::string& path() const { return folder_.path(); }

 private:
  base::TemporaryFolder folder_;
};

struct ReadCollection {
  std::vector<text::Document> documents;
  ProblemList problems;

  const text::Document& operator[](std::string_view id) const {
    for (const text::Document& document : documents) {
      if (document.id == id) return document;
    }
    ADD_FAILURE() << "no document " << id;
    static const text::Document none;
    return none;
  }
  std::vector<std::string> ids() const {
    std::vector<std::string> all;
    for (const text::Document& document : documents) all.push_back(document.id);
    return all;
  }
  // Without the folder: "Posts.xml:3: skipped: ..."
  std::vector<std::string> messages(Problem::Severity severity) const {
    std::vector<std::string> all;
    for (Problem problem : problems.kept()) {
      if (problem.severity != severity) continue;
      problem.file = std::filesystem::path(problem.file).filename().string();
      all.push_back(problem_text(problem));
    }
    return all;
  }
  std::vector<std::string> skipped() const { return messages(Problem::Severity::Skipped); }
  std::vector<std::string> flawed() const { return messages(Problem::Severity::Flawed); }
};

inline ReadCollection read_all(const std::vector<std::string>& paths,
                               const CollectionOptions& options = {}) {
  ReadCollection read;
  const auto source = open_collection(paths, options, read.problems);
  if (!source) {
    ADD_FAILURE() << source.error().message;
    return read;
  }
  text::Document document;
  while (true) {
    const auto more = (*source)->next(document);
    if (!more) ADD_FAILURE() << more.error().message;
    if (!more || !*more) return read;
    read.documents.push_back(document);
  }
}

// The text of a field; fields with the same name are joined by a bar.
inline std::string text_of(const text::Document& document, std::string_view name) {
  std::string text;
  for (const text::Field& field : document.fields) {
    if (field.name == name) text += (text.empty() ? "" : "|") + field.text;
  }
  return text;
}

inline std::string property_of(const text::Document& document, std::string_view name) {
  std::string values;
  for (const auto& [key, value] : document.properties) {
    if (key == name) values += (values.empty() ? "" : " ") + value;
  }
  return values;
}

// The formulas of all fields, each with its id and visual id if it has them.
inline std::vector<std::string> formulas_of(const text::Document& document) {
  std::vector<std::string> all;
  for (const text::Field& field : document.fields) {
    for (const text::FormulaSpan& span : field.formulas) {
      std::string formula = field.text.substr(span.begin, span.end - span.begin);
      if (!span.id.empty()) formula += " #" + span.id;
      if (!span.visual_id.empty()) formula += " =" + span.visual_id;
      all.push_back(std::move(formula));
    }
  }
  return all;
}

}  // namespace noether::collection
