#include "bench/search/xapian_peer.h"

#include <xapian.h>

namespace noether::bench {

struct XapianPeer::State {
  Xapian::WritableDatabase database;
};

XapianPeer::XapianPeer(const std::string& folder)
    : state_(std::make_unique<State>(
          State{Xapian::WritableDatabase(folder, Xapian::DB_CREATE_OR_OVERWRITE)})) {}
XapianPeer::~XapianPeer() = default;

void XapianPeer::add(const SyntheticCollection& collection,
                     const std::vector<SyntheticCollection::Count>& words) {
  Xapian::Document document;
  for (const auto& [word, count] : words) {
    document.add_term(collection.word(word), count);
  }
  state_->database.add_document(document);
}

void XapianPeer::commit() { state_->database.commit(); }

std::size_t XapianPeer::search(const std::vector<std::string>& words, std::uint32_t top) {
  Xapian::Enquire enquire(state_->database);
  enquire.set_weighting_scheme(Xapian::BM25Weight(1.2, 0, 0, 0.75, 0));
  enquire.set_query(Xapian::Query(Xapian::Query::OP_OR, words.begin(), words.end()));
  return enquire.get_mset(0, top).size();
}

}  // namespace noether::bench
