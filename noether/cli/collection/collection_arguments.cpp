#include "noether/cli/collection/collection_arguments.h"

#include <fmt/format.h>

#include <cstdio>
#include <utility>
#include <vector>

#include "noether/cli/console/messages.h"
#include "noether/collection/topics.h"

namespace noether::cli {
namespace {

using collection::Problem;

std::vector<std::string>* names_of(collection::JsonFields& fields, std::string_view part) {
  if (part == "id") return &fields.id;
  if (part == "title") return &fields.title;
  if (part == "body") return &fields.body;
  if (part == "question") return &fields.question;
  if (part == "answer") return &fields.answer;
  if (part == "tags") return &fields.tags;
  if (part == "url") return &fields.url;
  return nullptr;
}

}  // namespace

void CollectionArguments::add_options(CLI::App& app) {
  app.add_option("SOURCE", sources_, "Files and folders")->required();
  app.add_option("--format", format_, "The format of the sources; by default it is recognised")
      ->check(CLI::IsMember(collection::format_names()));
  app.add_option("--field", fields_,
                 "PART=NAME: the member of JSON records that holds the id, title, body, question, "
                 "answer, tags or url")
      ->expected(1)
      ->take_all();
  app.add_flag("--no-comments", no_comments_, "Leave out the comments on posts");
  app.add_flag("--follow-links", follow_links_,
               "Follow symbolic links that lead out of a folder, each folder once");
}

base::Result<std::unique_ptr<collection::DocumentSource>> CollectionArguments::open(
    std::string_view command, std::string passed_over) {
  collection::CollectionOptions options;
  options.follow_links = follow_links_;
  options.passed_over = std::move(passed_over);
  problems_ = {};
  if (!format_.empty()) options.format = collection::format_by_name(format_);
  options.comments = !no_comments_;
  for (const std::string& field : fields_) {
    const std::size_t equals = field.find('=');
    std::vector<std::string>* names =
        equals == std::string::npos ? nullptr : names_of(options.json, field.substr(0, equals));
    if (names == nullptr || equals + 1 == field.size()) {
      return base::fail(fmt::format("--field {}: this is not PART=NAME", field), {},
                        "parts are id, title, body, question, answer, tags and url");
    }
    names->insert(names->begin(), field.substr(equals + 1));
  }
  problems_.listen([this, name = std::string(command)](const Problem& problem) {
    constexpr std::uint64_t kPrinted = 20;
    const std::uint64_t before = problems_.count(problem.severity);
    if (before < kPrinted) {
      fmt::print(stderr, "noether {}: {}\n", name, collection::problem_text(problem));
    } else if (before == kPrinted) {
      fmt::print(stderr, "noether {}: more problems of this kind are only counted\n", name);
    }
  });
  return collection::open_collection(sources_, options, problems_);
}

std::string CollectionArguments::problem_summary() const {
  std::vector<std::string> parts;
  const auto add = [&](Problem::Severity severity, std::string_view what,
                       std::string_view ending = "") {
    if (const auto count = problems_.count(severity)) {
      parts.push_back(fmt::format("{} {}{}", count, what, count == 1 ? "" : ending));
    }
  };
  add(Problem::Severity::Skipped, "skipped");
  add(Problem::Severity::Flawed, "flawed");
  add(Problem::Severity::Remark, "remark", "s");
  return parts.empty() ? "no problems" : fmt::format("problems: {}", fmt::join(parts, ", "));
}

void LeftOutTopics::add_option(CLI::App& command) {
  command.add_option("--leave-out", files_,
                     "Topics of ARQMath, whose questions are left out; may be repeated");
}

collection::KnownQuestions LeftOutTopics::questions(std::string_view command) const {
  collection::KnownQuestions questions;
  for (const std::string& file : files_) {
    collection::ProblemList problems;
    const auto topics = collection::read_topic_file(file, problems);
    if (!topics) fail(command, topics.error(), ExitCode::Failure);
    for (const collection::Topic& topic : *topics) {
      questions.add(topic.title.text, topic.question.text);
    }
  }
  return questions;
}

std::string document_json(const text::Document& document) {
  std::vector<std::string> tags;
  for (const std::string& tag : document.tags) tags.push_back(json_string(tag));
  std::vector<std::string> fields;
  for (const text::Field& field : document.fields) {
    std::vector<std::string> formulas;
    for (const text::FormulaSpan& span : field.formulas) {
      JsonObject object;
      object.add_number("begin", span.begin).add_number("end", span.end);
      if (!span.id.empty()) object.add_string("id", span.id);
      if (!span.visual_id.empty()) object.add_string("visual_id", span.visual_id);
      formulas.push_back(object.text());
    }
    fields.push_back(JsonObject()
                         .add_string("name", field.name)
                         .add_string("text", field.text)
                         .add("formulas", json_array(formulas))
                         .text());
  }
  std::vector<std::string> properties;
  for (const auto& [name, value] : document.properties) {
    properties.push_back(json_array({json_string(name), json_string(value)}));
  }
  return JsonObject()
      .add_string("id", document.id)
      .add_string("kind", document.kind)
      .add_string("parent", document.parent)
      .add_string("source", document.source)
      .add("tags", json_array(tags))
      .add("fields", json_array(fields))
      .add("properties", json_array(properties))
      .text();
}

}  // namespace noether::cli
