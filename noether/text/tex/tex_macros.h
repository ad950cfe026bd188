// The definitions of a LaTeX document: macros, environments, names of theorems.
// Names and bodies point into the sources from which they were read, which must live as long.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "noether/text/tex/tex_tokens.h"

namespace noether::text {

struct TexMacro {
  int parameters = 0;
  bool first_is_optional = false;
  TexTokens default_argument;
  TexTokens body;
};

struct TexEnvironment {
  TexMacro begin;
  TexMacro end;  // without parameters
};

class TexMacros {
 public:
  // Definitions are looked up in `outer` too, which may be null.
  explicit TexMacros(const TexMacros* outer = nullptr) : outer_(outer) {}

  const TexMacro* macro(std::string_view name) const { return find(&TexMacros::macros_, name); }
  const TexEnvironment* environment(std::string_view name) const {
    return find(&TexMacros::environments_, name);
  }
  // The kind of a theorem-like environment that the document declared; empty when it did not.
  std::string_view theorem(std::string_view name) const {
    const std::string* kind = find(&TexMacros::theorems_, name);
    return kind == nullptr ? std::string_view() : *kind;
  }

  void define(std::string_view name, TexMacro macro);
  void define_environment(std::string_view name, TexEnvironment environment) {
    environments_.insert_or_assign(name, std::move(environment));
  }
  void declare_theorem(std::string_view name, std::string kind) {
    theorems_.insert_or_assign(name, std::move(kind));
  }

 private:
  template <typename T>
  using Table = std::unordered_map<std::string_view, T>;

  template <typename T>
  const T* find(Table<T> TexMacros::* table, std::string_view name) const {
    for (const TexMacros* level = this; level != nullptr; level = level->outer_) {
      const auto it = (level->*table).find(name);
      if (it != (level->*table).end()) return &it->second;
    }
    return nullptr;
  }

  const TexMacros* outer_;
  Table<TexMacro> macros_;
  Table<TexEnvironment> environments_;
  Table<std::string> theorems_;
};

}  // namespace noether::text
