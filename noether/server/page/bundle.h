// The page for browsers: the files of web/, built and compiled into the program. The bytes live as
// long as the program. An asset whose name contains a hash never changes under that name, and may
// be cached forever.
#pragma once

#include <span>
#include <string_view>

namespace noether::server {

struct Asset {
  std::string_view path;  // /index.html, /assets/main-Bc3xR9.js
  std::string_view content_type;
  std::string_view plain;
  std::string_view gzip;  // empty if compression does not make the asset smaller
  std::string_view etag;  // opaque, without quotes
  bool named_by_hash = false;
};

// The assets, sorted by path. Empty if the program was built without the page.
std::span<const Asset> assets();

// The file for the path of a URL without its query; null if it does not exist. The views of the
// page are paths too (/, /search, /document/17, /compare): all of them are index.html.
const Asset* find_asset(std::string_view path);

// The minimal permissions of the page, for the Content-Security-Policy header. Scripts come only
// from this server. MathLive writes style attributes into its own markup, so these are allowed;
// style sheets from elsewhere or inside the page are forbidden.
inline constexpr std::string_view kPageSecurityPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'";

}  // namespace noether::server
