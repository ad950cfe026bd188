// The headers of a client: Accept-Encoding, If-None-Match, Authorization, Host.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace noether::server {

// By Accept-Encoding (RFC 9110, 12.5.3): gzip or `*` is listed with a weight above 0.
bool accepts_gzip(std::string_view accept_encoding);

// By Accept: text/html is listed, as by browsers that show a page, but not by programs.
bool accepts_html(std::string_view accept);

// By If-None-Match, compared weakly: a list of tags.
bool has_etag(std::string_view if_none_match, std::string_view etag);
// By If-None-Match: `*`, which is any tag of something that exists.
bool has_any_etag(std::string_view if_none_match);

// The token of `Bearer TOKEN`, or the password of `Basic`, with which browsers ask for it.
std::optional<std::string> token_of(std::string_view authorization);

// Converts ASCII letters, as names in headers are compared.
std::string lower_case(std::string_view text);

// For `Text/HTML; charset=utf-8` it is text/html.
std::string media_type(std::string_view content_type);

// Takes the same time wherever the texts differ.
bool is_same_secret(std::string_view given, std::string_view secret);

// The name in `name:port` or `[::1]:port`, in lower case; empty for any other form.
std::optional<std::string> host_name(std::string_view host);

// An address of this machine alone: 127.x.x.x, ::1, localhost.
bool is_loopback(std::string_view host);

}  // namespace noether::server
