#include "noether/egraph/class_index.h"

#include <algorithm>
#include <tuple>

namespace noether::egraph {

void ClassIndex::end_slice(ClassId id, std::uint32_t time) {
  Slice& slice = slices_[id];
  used_ -= slice.count;
  const auto begin = entries_.begin() + static_cast<std::ptrdiff_t>(open_);
  if (entries_.end() - begin > 1) {
    std::sort(begin, entries_.end(), [](const IndexedNode& a, const IndexedNode& b) {
      if (a.form.head != b.form.head) return a.form.head < b.form.head;
      if (a.form.arity_code() == 3) return a.id < b.id;
      return std::tie(a.form.first, a.form.second, a.id) <
             std::tie(b.form.first, b.form.second, b.id);
    });
  }
  slice.begin = static_cast<std::uint32_t>(open_);
  slice.count = static_cast<std::uint32_t>(entries_.size() - open_);
  slice.change_time = time;
  slice.heads = 0;
  for (auto entry = begin; entry != entries_.end(); ++entry) {
    slice.heads |= head_bit(entry->form.head);
  }
  used_ += slice.count;
}

void ClassIndex::drop_slice(ClassId id) {
  used_ -= slices_[id].count;
  slices_[id] = Slice{};
}

void ClassIndex::pack_when_sparse() {
  if (entries_.size() < 1024 || entries_.size() < used_ + used_ / 2) return;
  LargeArray<IndexedNode> packed;
  packed.reserve(used_ + used_ / 4);
  for (Slice& slice : slices_) {
    if (slice.count == 0) continue;
    const auto begin = entries_.begin() + slice.begin;
    slice.begin = static_cast<std::uint32_t>(packed.size());
    packed.insert(packed.end(), begin, begin + slice.count);
  }
  entries_ = std::move(packed);
}

void ClassIndex::clear() {
  entries_.clear();
  slices_.clear();
  used_ = 0;
}

}  // namespace noether::egraph
