#include "noether/algebra/normal/generators.h"

#include <algorithm>
#include <tuple>

namespace noether::algebra::normal {
namespace {

bool is_whole_power(const Expressions& pool, ExprId id) {
  return pool.op(id) == Op::Power && pool.is_number(pool.operand(id, 1)) &&
         pool.value(pool.operand(id, 1)).is_integer();
}

bool is_arithmetic(const Expressions& pool, ExprId id) {
  switch (pool.op(id)) {
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::Divide:
      return true;
    default:
      return is_whole_power(pool, id);
  }
}

// The vectors, followed by those of the refinement that lie in the same directions.
std::vector<Combination> with_refinement(std::vector<Combination> vectors,
                                         const std::set<Combination>& refinement) {
  std::set<ExprId> directions;
  for (const Combination& v : vectors) {
    for (const auto& [direction, amount] : v) directions.insert(direction);
  }
  for (const Combination& v : refinement) {
    const auto known = [&](const auto& entry) { return directions.contains(entry.first); };
    if (std::ranges::all_of(v, known)) vectors.push_back(v);
  }
  return vectors;
}

}  // namespace

Generators::Generators(Workspace& workspace, std::span<const ExprId> lowered_roots)
    : workspace_(&workspace), pool_(&workspace.pool()), one_(pool_->number(1)) {
  for (const ExprId root : lowered_roots) collect(root);
  choose_generators();
  if (workspace_->meter().exceeded()) generators_.clear();
  field_ = std::make_unique<FractionField>(generators_.size(), workspace_->meter());
  if (!workspace_->meter().exceeded()) relate_generators();
}

void Generators::collect(ExprId lowered) {
  std::vector<ExprId> stack{lowered};
  std::set<ExprId> seen;
  while (!stack.empty() && !workspace_->meter().exceeded()) {
    const ExprId id = stack.back();
    stack.pop_back();
    if (!seen.insert(id).second || pool_->is_number(id)) continue;
    if (is_whole_power(*pool_, id)) {
      stack.push_back(pool_->operand(id, 0));
    } else if (is_arithmetic(*pool_, id)) {
      for (const ExprId operand : pool_->operands(id)) stack.push_back(operand);
    } else {
      collect_atom(id);
    }
  }
}

void Generators::add_to(Group& group, ExprId exponent) {
  if (std::ranges::find(group.keys, exponent) != group.keys.end()) return;
  group.keys.push_back(exponent);
  group.vectors.push_back(workspace_->combination_of(exponent));
}

void Generators::collect_atom(ExprId atom) {
  if (!atoms_.insert(atom).second) return;
  // There are far more atoms than generators: the budget is exceeded before the lattices are
  // computed.
  if (!workspace_->meter().check(atoms_.size() <= 4 * workspace_->meter().budget().generators)) {
    return;
  }
  switch (pool_->op(atom)) {
    case Op::Exp:
      add_to(exponentials_, pool_->operand(atom, 0));
      return;
    case Op::Sin:
    case Op::Cos:
      add_to(angles_, pool_->operand(atom, 0));
      return;
    case Op::Power:
      add_to(powers_[pool_->operand(atom, 0)], pool_->operand(atom, 1));
      collect(workspace_->lower(pool_->operand(atom, 0)));
      return;
    case Op::Abs:
      if (workspace_->is_real_field()) collect(workspace_->lower(pool_->operand(atom, 0)));
      plain_.push_back(atom);
      return;
    case Op::Gamma:
      gammas_.push_back(atom);
      collect(workspace_->lower(pool_->operand(atom, 0)));
      return;
    default:
      plain_.push_back(atom);
  }
}

void Generators::choose_generators() {
  Meter& meter = workspace_->meter();
  if (!meter.check()) return;
  std::vector<std::pair<Generator, std::pair<Group*, std::size_t>>> found;
  const auto add = [&](Generator generator, Group* group, std::size_t place) {
    found.emplace_back(std::move(generator), std::pair(group, place));
  };
  for (const ExprId atom : plain_) add({Kind::Plain, atom, kNoExpr, {}}, nullptr, 0);

  // gamma(u + k) is a polynomial times gamma(u + j) for the least j that occurs, and gamma(u + j)
  // is defined wherever the expression is.
  std::map<Combination, std::pair<Rational, ExprId>> least;
  for (const ExprId atom : gammas_) {
    Combination rest = workspace_->combination_of(pool_->operand(atom, 0));
    const Rational constant = rest.contains(one_) ? rest[one_] : Rational(0);
    const Rational fraction = constant - constant.floor();
    rest.erase(one_);
    if (!fraction.is_zero()) rest[one_] = fraction;
    const auto [at, fresh] = least.try_emplace(rest, constant, atom);
    if (!fresh && constant < at->second.first) at->second = {constant, atom};
  }
  for (const auto& [rest, entry] : least) {
    add({Kind::Plain, entry.second, kNoExpr, {}}, nullptr, 0);
  }

  workspace_->meet(exponentials_.vectors, angles_.vectors);
  const Workspace::Refinement& refinement = workspace_->refinement();
  auto lattice = find_lattice(with_refinement(exponentials_.vectors, refinement.exponents));
  auto angle_lattice = find_lattice(with_refinement(angles_.vectors, refinement.angles));
  if (!meter.check(lattice && angle_lattice)) return;
  exponentials_.lattice = std::move(*lattice);
  angles_.lattice = std::move(*angle_lattice);
  const auto written = [&](const Combination& v) {
    return workspace_->canonical(workspace_->sum_of(v)).expression;
  };
  for (std::size_t i = 0; i < exponentials_.lattice.basis.size(); ++i) {
    const Combination& v = exponentials_.lattice.basis[i];
    add({Kind::Exp, pool_->make(Op::Exp, {written(v)}), kNoExpr, v}, &exponentials_, i);
  }
  for (std::size_t i = 0; i < angles_.lattice.basis.size(); ++i) {
    const ExprId angle = written(angles_.lattice.basis[i]);
    add({Kind::Sin, pool_->make(Op::Sin, {angle}), kNoExpr, {}}, &angles_, i);
    add({Kind::Cos, pool_->make(Op::Cos, {angle}), kNoExpr, {}}, &angles_, i);
  }
  for (auto& [base, group] : powers_) {
    auto power_lattice = find_lattice_with_unit(group.vectors, one_);
    if (!meter.check(power_lattice.has_value())) return;
    group.lattice = std::move(*power_lattice);
    for (std::size_t i = 0; i < group.lattice.basis.size(); ++i) {
      const Combination& v = group.lattice.basis[i];
      if (i == 0 && v.at(one_).is_one()) continue;
      add({i == 0 ? Kind::Root : Kind::Power, pool_->make(Op::Power, {base, written(v)}), base, v},
          &group, i);
    }
    group.generators.assign(group.lattice.basis.size(), kNone);
  }
  if (!meter.check(found.size() <= meter.budget().generators)) return;

  // Sorted by id, so that one set of atoms gives one order of terms.
  std::ranges::sort(found, {}, [](const auto& entry) {
    return std::tuple(entry.first.atom, entry.first.kind, entry.second.second);
  });
  exponentials_.generators.assign(exponentials_.lattice.basis.size(), kNone);
  angles_.generators.assign(angles_.lattice.basis.size(), kNone);
  cosines_.assign(angles_.lattice.basis.size(), kNone);
  for (auto& [generator, owner] : found) {
    const std::size_t index = generators_.size();
    if (generator.kind == Kind::Plain) {
      plain_index_[generator.atom] = index;
    } else if (generator.kind == Kind::Cos) {
      cosines_[owner.second] = index;
    } else {
      owner.first->generators[owner.second] = index;
    }
    generators_.push_back(std::move(generator));
  }
}

void Generators::relate_generators() {
  for (std::size_t i = 0; i < cosines_.size(); ++i) {
    const Fraction sine = field_->generator(angles_.generators[i]);
    field_->relate(cosines_[i], 2,
                   field_->subtract(field_->constant(1), field_->multiply(sine, sine)));
  }
  for (const auto& [atom, index] : plain_index_) {
    if (pool_->op(atom) == Op::I) field_->relate(index, 2, field_->constant(-1));
  }
  // An operand has a smaller id than its users, so the relations for the value of a base exist
  // before it is evaluated.
  std::map<ExprId, ExprId> bases;  // of roots, and operands of absolute values: to the atom of abs
  for (const auto& [base, group] : powers_) {
    if (group.generators[0] != kNone) bases[base] = kNoExpr;
  }
  if (workspace_->is_real_field()) {
    for (const ExprId atom : plain_) {
      if (pool_->op(atom) == Op::Abs) bases.try_emplace(pool_->operand(atom, 0), kNoExpr);
    }
  }
  for (const auto& [base, unused] : bases) {
    if (!workspace_->meter().check()) return;
    const Fraction value = evaluate(workspace_->lower(base));
    if (const auto at = powers_.find(base);
        at != powers_.end() && at->second.generators[0] != kNone) {
      const Group& group = at->second;
      const auto degree = (Rational(1) / group.lattice.basis[0].at(one_)).to_int();
      if (!workspace_->meter().check(degree && *degree <= 1000)) return;
      field_->relate(group.generators[0], static_cast<std::uint32_t>(*degree), value);
    }
    if (!workspace_->is_real_field()) continue;
    const ExprId absolute = pool_->make(Op::Abs, {base});
    if (const auto at = plain_index_.find(absolute); at != plain_index_.end()) {
      field_->relate(at->second, 2, field_->multiply(value, value));
    }
  }
  // Values computed before all relations existed are not reduced by them.
  values_.clear();
}

Fraction Generators::monomial(const Group& group, ExprId key) {
  const auto at = std::ranges::find(group.keys, key);
  const auto& coordinates =
      group.lattice.coordinates[static_cast<std::size_t>(at - group.keys.begin())];
  Fraction r = field_->constant(1);
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    if (coordinates[i] == 0 || group.generators[i] == kNone) continue;
    r = field_->multiply(r, field_->power(field_->generator(group.generators[i]), coordinates[i]));
  }
  return r;
}

Fraction Generators::power_value(ExprId base, ExprId exponent) {
  const Group& group = powers_.at(base);
  Fraction r = monomial(group, exponent);
  if (group.generators[0] != kNone) return r;
  const auto at = std::ranges::find(group.keys, exponent);
  const std::int64_t whole =
      group.lattice.coordinates[static_cast<std::size_t>(at - group.keys.begin())][0];
  if (whole == 0) return r;
  return field_->multiply(r, field_->power(evaluate(workspace_->lower(base)), whole));
}

std::pair<Fraction, Fraction> Generators::angle_value(ExprId angle) {
  const auto at = std::ranges::find(angles_.keys, angle);
  const auto& coordinates =
      angles_.lattice.coordinates[static_cast<std::size_t>(at - angles_.keys.begin())];
  FractionField& f = *field_;
  const auto rotate = [&](const auto& a, const auto& b) {
    return std::pair(f.add(f.multiply(a.first, b.second), f.multiply(a.second, b.first)),
                     f.subtract(f.multiply(a.second, b.second), f.multiply(a.first, b.first)));
  };
  std::pair result(f.constant(0), f.constant(1));
  constexpr std::int64_t kMaxMultiple = 40;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    if (!f.meter().check(std::abs(coordinates[i]) <= kMaxMultiple)) break;
    std::pair step(f.generator(angles_.generators[i]), f.generator(cosines_[i]));
    if (coordinates[i] < 0) step.first = f.multiply(f.constant(-1), step.first);
    for (std::int64_t k = std::abs(coordinates[i]); k > 0; --k) result = rotate(result, step);
  }
  return result;
}

Fraction Generators::gamma_value(ExprId atom) {
  if (const auto at = plain_index_.find(atom); at != plain_index_.end()) {
    return field_->generator(at->second);
  }
  const ExprId argument = pool_->operand(atom, 0);
  for (const ExprId other : gammas_) {
    const auto at = plain_index_.find(other);
    if (at == plain_index_.end()) continue;
    const ExprId start = pool_->operand(other, 0);
    const auto steps = workspace_->number(workspace_->subtract(argument, start));
    const auto count = steps ? steps->to_int() : std::nullopt;
    if (!count || *count < 0) continue;
    if (!field_->meter().check(*count <= 60)) break;
    Fraction r = field_->generator(at->second);
    const Fraction from = evaluate(workspace_->lower(start));
    for (std::int64_t k = 0; k < *count; ++k) {
      r = field_->multiply(r, field_->add(from, field_->constant(k)));
    }
    return r;
  }
  field_->meter().give_up();
  return field_->constant(0);
}

Fraction Generators::atom_value(ExprId atom) {
  switch (pool_->op(atom)) {
    case Op::Exp:
      return monomial(exponentials_, pool_->operand(atom, 0));
    case Op::Sin:
      return angle_value(pool_->operand(atom, 0)).first;
    case Op::Cos:
      return angle_value(pool_->operand(atom, 0)).second;
    case Op::Power:
      return power_value(pool_->operand(atom, 0), pool_->operand(atom, 1));
    case Op::Gamma:
      return gamma_value(atom);
    default:
      return field_->generator(plain_index_.at(atom));
  }
}

Fraction Generators::evaluate(ExprId lowered) {
  FractionField& f = *field_;
  std::vector<ExprId> stack{lowered};
  while (!stack.empty()) {
    if (!f.meter().check()) return f.constant(0);
    const ExprId id = stack.back();
    if (values_.contains(id)) {
      stack.pop_back();
      continue;
    }
    if (!is_arithmetic(*pool_, id)) {
      Fraction value = pool_->is_number(id) ? f.constant(pool_->value(id)) : atom_value(id);
      values_.insert_or_assign(id, std::move(value));
      stack.pop_back();
      continue;
    }
    const ExprId a = pool_->operand(id, 0);
    const ExprId b = pool_->operand(id, 1);
    const bool whole_power = pool_->op(id) == Op::Power;
    if (!values_.contains(a)) stack.push_back(a);
    if (!whole_power && !values_.contains(b)) stack.push_back(b);
    if (stack.back() != id) continue;
    stack.pop_back();
    const Fraction& x = values_.at(a);
    const auto value = [&]() -> Fraction {
      switch (pool_->op(id)) {
        case Op::Add:
          return f.add(x, values_.at(b));
        case Op::Subtract:
          return f.subtract(x, values_.at(b));
        case Op::Multiply:
          return f.multiply(x, values_.at(b));
        case Op::Divide:
          return f.divide(x, values_.at(b));
        default: {
          const auto exponent = pool_->value(b).to_int();
          if (!f.meter().check(exponent && !(x.is_zero() && *exponent <= 0))) return x;
          return f.power(x, *exponent);
        }
      }
    }();
    values_.insert_or_assign(id, value);
  }
  return values_.at(lowered);
}

}  // namespace noether::algebra::normal
