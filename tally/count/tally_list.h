// SPDX-License-Identifier: Apache-2.0
// The tallies of a model, of whatever kind, sorted by name. A copy of the list copies them.
#pragma once

#include <iterator>
#include <memory>
#include <string_view>
#include <vector>

#include "tally/count/tally.h"

namespace tally {

class TallyList {
 public:
  /// An empty tally for each. REQUIRES: sorted by name.
  explicit TallyList(std::vector<TallySpec> specs);
  TallyList(const TallyList& other);
  TallyList(TallyList&&) noexcept = default;
  TallyList& operator=(const TallyList& other) { return *this = TallyList(other); }
  TallyList& operator=(TallyList&&) noexcept = default;
  ~TallyList() = default;

  std::size_t size() const { return tallies_.size(); }
  const Tally& operator[](std::size_t i) const { return *tallies_[i]; }
  Tally& operator[](std::size_t i) { return *tallies_[i]; }
  /// Puts a copy in the place of a tally.
  void replace(std::size_t i, const Tally& by) { tallies_[i] = by.clone(); }

  /// The tally of that name, or null.
  const Tally* find(std::string_view name) const;
  Tally* find(std::string_view name);

  /// Goes over the tallies, not over the pointers.
  template <class T>
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = T*;
    using reference = T&;
    Iterator() = default;
    explicit Iterator(const std::unique_ptr<Tally>* at) : at_(at) {}
    T& operator*() const { return **at_; }
    T* operator->() const { return at_->get(); }
    Iterator& operator++() { return ++at_, *this; }
    Iterator operator++(int) { return Iterator(at_++); }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    const std::unique_ptr<Tally>* at_ = nullptr;
  };
  Iterator<const Tally> begin() const { return Iterator<const Tally>(tallies_.data()); }
  Iterator<const Tally> end() const { return Iterator<const Tally>(tallies_.data() + size()); }
  Iterator<Tally> begin() { return Iterator<Tally>(tallies_.data()); }
  Iterator<Tally> end() { return Iterator<Tally>(tallies_.data() + size()); }

 private:
  std::vector<std::unique_ptr<Tally>> tallies_;
};

}  // namespace tally
