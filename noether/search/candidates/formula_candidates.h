// Documents by their formulas: the common part of the sources that search formulas.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "noether/search/candidates/source.h"

namespace noether::search {

class FormulaCandidates : public Candidates {
 public:
  // A formula that is only similar is explained as `similar`.
  FormulaCandidates(const PreparedQuery& query, std::vector<FormulaList> lists,
                    std::string_view similar = sameness_text(Sameness::None))
      : query_(&query), own_(std::move(lists)), lists_(own_), similar_(similar) {}
  // Those that the query itself has.
  explicit FormulaCandidates(const PreparedQuery& query)
      : query_(&query), lists_(query.formulas()), similar_(sameness_text(Sameness::None)) {}
  FormulaCandidates(const FormulaCandidates&) = delete;
  FormulaCandidates& operator=(const FormulaCandidates&) = delete;

  base::Result<List> best(std::uint32_t depth) override;
  base::Result<std::vector<ScoreDetail>> explain(std::uint32_t document) const override;

 protected:
  const PreparedQuery& query() const { return *query_; }
  std::span<const FormulaList> lists() const { return lists_; }

 private:
  const PreparedQuery* query_;
  std::vector<FormulaList> own_;
  std::span<const FormulaList> lists_;
  std::string_view similar_;
};

}  // namespace noether::search
