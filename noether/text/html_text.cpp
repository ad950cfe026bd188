#include "noether/text/html_text.h"

#include "noether/text/delimited_text.h"
#include "noether/text/html/html_simple.h"
#include "noether/text/html/html_tree.h"

namespace noether::text {

Field read_html(std::string_view html, std::string_view name, HtmlOptions options) {
  FieldBuilder out{std::string(name)};
  if (!append_simple_html(html, options, out)) {
    out.take();
    append_html_tree(html, options, out);
  }
  return out.take();
}

}  // namespace noether::text
