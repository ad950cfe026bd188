#include "noether/answer/generate/http_post.h"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace noether::answer {
namespace {

using Clock = std::chrono::steady_clock;

// How often the request checks whether the answer is still wanted.
constexpr std::chrono::milliseconds kLongestPoll{50};

struct EasyDeleter {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct MultiDeleter {
  void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};
struct HeadersDeleter {
  void operator()(curl_slist* headers) const { curl_slist_free_all(headers); }
};
struct AddressDeleter {
  void operator()(CURLU* address) const { curl_url_cleanup(address); }
};
struct CurlTextDeleter {
  void operator()(char* text) const { curl_free(text); }
};

bool start_curl() {
  static const bool is_ready = curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
  return is_ready;
}

std::string part_of_address(const std::string& url, CURLUPart part) {
  const std::unique_ptr<CURLU, AddressDeleter> address(curl_url());
  if (!address || curl_url_set(address.get(), CURLUPART_URL, url.c_str(), 0) != CURLUE_OK) {
    return {};
  }
  char* found = nullptr;
  if (curl_url_get(address.get(), part, &found, 0) != CURLUE_OK) return {};
  const std::unique_ptr<char, CurlTextDeleter> text(found);
  return text.get();
}

// Keeps the body in a buffer. The reader gets it outside of libcurl, because an exception of the
// reader must not pass through C.
std::size_t keep_bytes(char* bytes, std::size_t size, std::size_t count, void* buffer) {
  static_cast<std::string*>(buffer)->append(bytes, size * count);
  return size * count;
}

class HttpTransfer {
 public:
  HttpTransfer(const HttpPost& request, const OnBytes& on_bytes)
      : request_(request), on_bytes_(on_bytes) {}
  HttpTransfer(const HttpTransfer&) = delete;
  HttpTransfer& operator=(const HttpTransfer&) = delete;
  ~HttpTransfer() {
    if (easy_ && multi_) curl_multi_remove_handle(multi_.get(), easy_.get());
  }

  HttpReply run() {
    if (!prepare()) return {.end = HttpEnd::Broken, .detail = "libcurl cannot be started"};
    last_heard_ = started_ = Clock::now();
    while (true) {
      int running = 0;
      if (curl_multi_perform(multi_.get(), &running) != CURLM_OK) return ended(HttpEnd::Broken);
      if (!buffer_.empty()) {
        has_heard_ = true;
        const std::string bytes = std::exchange(buffer_, {});
        if (!on_bytes_(status(), bytes)) return ended(HttpEnd::Enough);
        last_heard_ = Clock::now();  // the reader's time does not count as silence of the server
      }
      if (running == 0) return finished();
      if (const auto end = out_of_time()) return ended(*end);
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(next_limit() - Clock::now());
      const auto wait = std::clamp(left, std::chrono::milliseconds(1), kLongestPoll);
      curl_multi_poll(multi_.get(), nullptr, 0, static_cast<int>(wait.count()), nullptr);
    }
  }

 private:
  template <typename Value>
  void set(CURLoption option, Value value) {
    curl_easy_setopt(easy_.get(), option, value);
  }

  bool prepare() {
    if (!start_curl()) return false;
    easy_.reset(curl_easy_init());
    multi_.reset(curl_multi_init());
    if (!easy_ || !multi_) return false;
    // An empty header keeps libcurl from asking first whether a long body is allowed.
    headers_.reset(curl_slist_append(nullptr, "Expect:"));
    for (const std::string& header : request_.headers) {
      if (curl_slist_append(headers_.get(), header.c_str()) == nullptr) return false;
    }
    set(CURLOPT_URL, request_.url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_HTTPHEADER, headers_.get());
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
    set(CURLOPT_POSTFIELDS, request_.body.c_str());
    set(CURLOPT_WRITEFUNCTION, &keep_bytes);
    set(CURLOPT_WRITEDATA, &buffer_);
    set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request_.times.connect.count()));
    set(CURLOPT_NOSIGNAL, 1L);
    // A request that is over does not wait for a name server that does not answer.
    set(CURLOPT_QUICK_EXIT, 1L);
    set(CURLOPT_ERRORBUFFER, problem_.data());
    if (is_local_address(request_.url)) set(CURLOPT_NOPROXY, "*");
    return curl_multi_add_handle(multi_.get(), easy_.get()) == CURLM_OK;
  }

  int status() const {
    long status = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &status);
    return static_cast<int>(status);
  }
  bool is_connected() const {
    curl_off_t microseconds = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_PRETRANSFER_TIME_T, &microseconds);
    return microseconds > 0;
  }

  Clock::time_point next_limit() const {
    const auto heard =
        has_heard_ ? last_heard_ + request_.times.idle : started_ + request_.times.first_byte;
    return std::min(heard, request_.deadline);
  }
  std::optional<HttpEnd> out_of_time() const {
    if (request_.is_over && request_.is_over()) return HttpEnd::Over;
    if (Clock::now() < next_limit()) return std::nullopt;
    if (Clock::now() >= request_.deadline) return HttpEnd::TooLong;
    if (has_heard_) return HttpEnd::Stalled;
    return is_connected() ? HttpEnd::NoReply : HttpEnd::NotConnected;
  }

  HttpReply finished() {
    int left = 0;
    const CURLMsg* message = curl_multi_info_read(multi_.get(), &left);
    const CURLcode code = message == nullptr ? CURLE_GOT_NOTHING : message->data.result;
    if (code == CURLE_OK) return ended(HttpEnd::Whole);
    HttpReply reply = ended(end_of(code));
    reply.detail = problem_.front() != '\0' ? problem_.data() : curl_easy_strerror(code);
    return reply;
  }
  HttpEnd end_of(CURLcode code) const {
    switch (code) {
      case CURLE_COULDNT_CONNECT:
      case CURLE_COULDNT_RESOLVE_HOST:
      case CURLE_COULDNT_RESOLVE_PROXY:
        return HttpEnd::NotConnected;
      case CURLE_OPERATION_TIMEDOUT:
        return is_connected() ? HttpEnd::NoReply : HttpEnd::NotConnected;
      case CURLE_PEER_FAILED_VERIFICATION:
      case CURLE_SSL_CONNECT_ERROR:
      case CURLE_SSL_CACERT_BADFILE:
        return HttpEnd::NotTrusted;
      default:
        return HttpEnd::Broken;
    }
  }
  HttpReply ended(HttpEnd end) const {
    HttpReply reply{.end = end, .status = status()};
    curl_off_t seconds = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_RETRY_AFTER, &seconds);
    // A longer pause has the same effect as a day.
    if (seconds > 0) reply.retry_after = std::chrono::seconds(std::min<curl_off_t>(seconds, 86400));
    return reply;
  }

  const HttpPost& request_;
  const OnBytes& on_bytes_;
  std::unique_ptr<curl_slist, HeadersDeleter> headers_;
  std::unique_ptr<CURLM, MultiDeleter> multi_;
  std::unique_ptr<CURL, EasyDeleter> easy_;
  std::string buffer_;
  std::array<char, CURL_ERROR_SIZE> problem_ = {};
  Clock::time_point started_;
  Clock::time_point last_heard_;
  bool has_heard_ = false;
};

}  // namespace

HttpReply post(const HttpPost& request, const OnBytes& on_bytes) {
  return HttpTransfer(request, on_bytes).run();
}

base::Result<void> check_address(const std::string& url) {
  const std::string scheme = part_of_address(url, CURLUPART_SCHEME);
  // Addresses appear in messages, which must not contain secrets.
  if (!part_of_address(url, CURLUPART_USER).empty() ||
      !part_of_address(url, CURLUPART_PASSWORD).empty()) {
    return base::fail("an address must not contain a password", {},
                      "put the key of the API into an environment variable");
  }
  if (!part_of_address(url, CURLUPART_QUERY).empty() ||
      !part_of_address(url, CURLUPART_FRAGMENT).empty()) {
    return base::fail("an address must not contain ? or #", {},
                      "put the key of the API into an environment variable");
  }
  if ((scheme == "http" || scheme == "https") && !part_of_address(url, CURLUPART_HOST).empty()) {
    return {};
  }
  return base::fail(url + " is not an HTTP address", {},
                    "write it in full, such as http://127.0.0.1:11434/v1");
}

bool is_local_address(const std::string& url) {
  const std::string host = part_of_address(url, CURLUPART_HOST);
  if (host == "localhost" || host == "[::1]") return true;
  // A name such as 127.example.org may belong to any machine.
  return host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string::npos;
}

}  // namespace noether::answer
