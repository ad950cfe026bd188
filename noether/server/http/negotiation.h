// Parses the headers of a client: Accept-Encoding, If-None-Match, Authorization, Host.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace noether::server {

// Whether Accept-Encoding (RFC 9110, 12.5.3) lists gzip or `*` with a weight above 0.
bool accepts_gzip(std::string_view accept_encoding);

// Whether Accept lists text/html, as a browser does for a page, but a program does not.
bool accepts_html(std::string_view accept);

// Whether If-None-Match, a list of tags, contains this one by the weak comparison.
bool has_etag(std::string_view if_none_match, std::string_view etag);
// Whether If-None-Match is `*`, which matches any tag of something that exists.
bool has_any_etag(std::string_view if_none_match);

// The token in `Bearer TOKEN`, or the password in `Basic`, with which browsers send a token.
std::optional<std::string> token_of(std::string_view authorization);

// Converts ASCII letters to lower case, for comparing names in headers.
std::string lower_case(std::string_view text);

// For `Text/HTML; charset=utf-8` the result is text/html.
std::string media_type(std::string_view content_type);

// Compares in a time that does not depend on where the texts differ.
bool is_same_secret(std::string_view given, std::string_view secret);

// The name in `name:port` or `[::1]:port`, in lower case; empty for any other form.
std::optional<std::string> host_name(std::string_view host);

// An address of this machine alone: 127.x.x.x, ::1, localhost.
bool is_loopback(std::string_view host);

}  // namespace noether::server
