#include "noether/evaluation/report/svg_drawing.h"

#include <fmt/format.h>

#include <algorithm>

#include "noether/base/utf8.h"

namespace noether::evaluation {
namespace {

constexpr double kCharacter = 6.1;  // approximate width of a character at 11 pixels

// Similar to the palette of Okabe and Ito, whose colours colour-blind people can distinguish.
constexpr std::string_view kLight[kPlotColours] = {"#0067a5", "#c8500a", "#00805a", "#b0508a",
                                                   "#a06c00", "#2f8fc4", "#6b4fa0", "#6e6e6e"};
constexpr std::string_view kDark[kPlotColours] = {"#6cb6ee", "#ff9a5c", "#4fc79c", "#e695c3",
                                                  "#e2b24a", "#9ad4f5", "#b6a0e8", "#b5b5b5"};

void end_with_tip(base::SvgWriter& svg, std::string_view name, std::string_view tip) {
  svg.body();
  if (!tip.empty()) svg.element("title", tip);
  svg.close(name).newline();
}

std::string colours(const std::string_view (&palette)[kPlotColours]) {
  std::string style;
  for (std::size_t i = 0; i < kPlotColours; ++i) {
    style += fmt::format(".plot .c{0}{{color:{1}}}", i, palette[i]);
  }
  return style;
}

}  // namespace

void SvgDrawing::text(std::string_view kind, double x, double y, std::string_view anchor,
                      std::string_view words) {
  base::SvgWriter svg(body_);
  svg.tag("text").set("class", kind).at(x, y).set("text-anchor", anchor);
  svg.body().words(words).close("text").newline();
}

void SvgDrawing::line(std::string_view kind, double x1, double y1, double x2, double y2) {
  base::SvgWriter(body_).tag("line").set("class", kind).ends(x1, y1, x2, y2).end().newline();
}

void SvgDrawing::box(std::string_view kind, double x, double y, double width, double height,
                     std::string_view tip) {
  base::SvgWriter svg(body_);
  svg.tag("rect").set("class", kind).box(x, y, width, height);
  end_with_tip(svg, "rect", tip);
}

void SvgDrawing::dot(std::string_view kind, double x, double y, double radius,
                     std::string_view tip) {
  base::SvgWriter svg(body_);
  svg.tag("circle").set("class", kind).circle(x, y, radius);
  end_with_tip(svg, "circle", tip);
}

void SvgDrawing::begin_path(std::string_view kind) {
  path_kind_ = kind;
  path_ = {};
}

void SvgDrawing::path_to(double x, double y) {
  if (path_.empty()) {
    path_.move(x, y);
  } else {
    path_.line(x, y);
  }
}

void SvgDrawing::end_path(std::string_view tip) {
  base::SvgWriter svg(body_);
  svg.tag("path").set("class", path_kind_).set("d", path_);
  end_with_tip(svg, "path", tip);
}

std::string SvgDrawing::inside_page(std::string_view title, std::string_view description) const {
  std::string out;
  base::SvgWriter svg(out);
  svg.picture().set("class", "plot").view_box(width_, height_).whole_size(width_, height_);
  svg.set("role", "img").set("aria-label", title).body().newline();
  svg.element("title", title).newline().element("desc", description).newline();
  svg.raw(body_).close("svg").newline();
  return out;
}

std::string plot_style() {
  return ".plot{font:11px system-ui,sans-serif;color:#222}"
         ".plot text{fill:#444;stroke:none}"
         ".plot .head{font-size:13px;font-weight:600;fill:#111}"
         ".plot .grid{stroke:#e2e2e2}.plot .axis{stroke:#8a8a8a}"
         ".plot path{fill:none;stroke:currentColor;stroke-width:1.8}"
         ".plot rect,.plot circle{fill:currentColor}"
         ".plot .faint{fill-opacity:.28}.plot .soft{fill-opacity:.55}"
         ".plot .frame{fill:none;stroke:currentColor;stroke-width:1.4}"
         ".plot .stroke{stroke:currentColor;stroke-width:1.4}.plot .thick{stroke-width:2.6}"
         ".plot .d1{stroke-dasharray:6 3}.plot .d2{stroke-dasharray:2 3}" +
         colours(kLight) +
         "@media(prefers-color-scheme:dark){.plot{color:#ddd}.plot text{fill:#bbb}"
         ".plot .head{fill:#f2f2f2}.plot .grid{stroke:#3a3a3a}.plot .axis{stroke:#8a8a8a}" +
         colours(kDark) + "}";
}

std::string as_svg_file(std::string_view picture) {
  const std::size_t start = picture.find('\n') + 1;
  return std::string(picture.substr(0, start)) + "<style>" + plot_style() + "</style>\n" +
         std::string(picture.substr(start));
}

std::string series_class(std::size_t series) {
  const std::size_t round = std::min<std::size_t>(series / kPlotColours, 2);
  return fmt::format("c{}{}", series % kPlotColours, round > 0 ? fmt::format(" d{}", round) : "");
}

double label_width(std::string_view text) {
  std::size_t characters = 0;
  for (const base::CodePoint& point : base::code_points(text)) {
    if (!point.bytes.empty()) ++characters;
  }
  return kCharacter * static_cast<double>(characters);
}

std::string shortened(std::string_view text, std::size_t characters) {
  std::string kept;
  std::size_t count = 0;
  std::size_t last = 0;
  for (const base::CodePoint& point : base::code_points(text)) {
    if (++count > characters) return kept.substr(0, last) + "…";
    last = count < characters ? kept.size() + point.bytes.size() : last;
    kept += point.bytes;
  }
  return kept;
}

}  // namespace noether::evaluation
