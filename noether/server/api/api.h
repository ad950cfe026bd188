// The API, /api/v1/: the handlers of all its paths, and the parts that they share: the state, the
// request, and the deadline.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "noether/base/error.h"
#include "noether/server/http/request.h"
#include "noether/server/http/response.h"
#include "noether/server/http/router.h"
#include "noether/server/state.h"

namespace noether::server {

// The state must outlive the router.
void register_api(Router& router, const State& state);

using SnapshotPointer = std::shared_ptr<const Snapshot>;

// The handlers. The snapshot is the one that was current when the request arrived.
Response search_documents(const SnapshotPointer& snapshot, const Request& request);
Response answer_question(const SnapshotPointer& snapshot, const Request& request);
// Whether the request asks for an answer that a generator may write.
bool may_be_written(const Request& request);
Response find_similar(const SnapshotPointer& snapshot, const Request& request);
Response show_document(const SnapshotPointer& snapshot, const Request& request);
Response show_formula(const SnapshotPointer& snapshot, const Request& request);
Response show_why(const SnapshotPointer& snapshot, const Request& request);
Response show_symbols(const SnapshotPointer& snapshot, const Request& request);
Response list_occurrences(const SnapshotPointer& snapshot, const Request& request);
Response describe_collection(const SnapshotPointer& snapshot, const Request& request);
Response show_map(const SnapshotPointer& snapshot, const Request& request);
Response show_dots(const SnapshotPointer& snapshot, const Request& request);
Response find_dots(const SnapshotPointer& snapshot, const Request& request);
Response suggest(const SnapshotPointer& snapshot, const Request& request);
Response parse_formula(const SnapshotPointer& snapshot, const Request& request);
Response decide_equality(const Request& request);
Response check_derivation(const Request& request);
Response rewrite_expression(const Request& request);
Response show_openapi();

// A response that stays the same as long as the index does.
Response answer(const Snapshot& snapshot, std::string json);
// Returns 500: the index is damaged, or the disk fails. The response contains no path.
Response failure(const base::Error& error);
// Writes a line to the log of the server, for the operator: messages may name files and addresses.
void tell_operator(std::string_view message);
// Returns 503: the time of the request is over, or its client has gone.
Response took_too_long();
// Returns 503 or 500, the reason why a search that was to stop with its request has no results.
Response stopped_or_failed(const Request& request, const base::Error& error);
Response not_found(std::string detail, std::string hint = {});

class Stopwatch {
 public:
  double milliseconds() const {
    const std::chrono::duration<double, std::milli> passed =
        std::chrono::steady_clock::now() - started_;
    return static_cast<double>(static_cast<std::int64_t>(passed.count() * 1000)) / 1000;
  }

 private:
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

// The seconds that algebra may take: the requested number, reduced so that there is time to
// respond.
double seconds_for(const Request& request, double wanted);

}  // namespace noether::server
