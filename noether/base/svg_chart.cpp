#include "noether/base/svg_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "noether/base/svg_writer.h"
#include "noether/base/utf8.h"

namespace noether::base {
namespace {

constexpr double kWidth = 420;
constexpr double kPlotHeight = 170;
constexpr double kTop = 34;  // room for the title
constexpr double kBottom = 40;
constexpr double kRight = 24;
constexpr double kRow = 17;         // of a category, sideways
constexpr double kCharacter = 6.2;  // about the width of one, at 11 pixels
constexpr double kLegend = 18;
constexpr double kGap = 18;
constexpr std::size_t kColours = 4;

double characters(std::string_view text) {
  return static_cast<double>(std::ranges::distance(code_points(text).begin(), CodePoints::end()));
}

double highest(const BarChart& chart) {
  double most = 0;
  for (const BarChart::Series& series : chart.series) {
    for (const double value : series.values) most = std::max(most, value);
  }
  return most;
}

bool has_legend(const BarChart& chart) { return chart.series.size() > 1; }

double height_of(const BarChart& chart) {
  const double plot = chart.direction == BarChart::Direction::Upright
                          ? kPlotHeight
                          : kRow * static_cast<double>(chart.categories.size());
  return kTop + (has_legend(chart) ? kLegend : 0) + plot + kBottom;
}

// Draws into the square from (0, 0) to (kWidth, height_of(chart)).
class Drawing {
 public:
  Drawing(const BarChart& chart, std::string& svg)
      : chart_(chart), svg_(svg), top_(kTop + (has_legend(chart) ? kLegend : 0)) {
    const double most = highest(chart);
    step_ = axis_step(most, 4);
    end_ = std::max(step_, std::ceil(most / step_ - 1e-9) * step_);
    bars_ = static_cast<double>(std::max<std::size_t>(1, chart.series.size()));
  }

  void draw() {
    text("title", 0, 16, "start", chart_.title);
    if (has_legend(chart_)) legend();
    if (chart_.direction == BarChart::Direction::Upright) {
      upright();
    } else {
      sideways();
    }
  }

 private:
  static std::string colour(std::size_t series) { return fmt::format("s{}", series % kColours); }

  void text(std::string_view kind, double x, double y, std::string_view anchor,
            std::string_view words) {
    svg_.tag("text").set("class", kind).at(x, y).set("text-anchor", anchor);
    svg_.body().words(words).close("text").newline();
  }

  void line(double x1, double y1, double x2, double y2) {
    svg_.tag("line").ends(x1, y1, x2, y2).end().newline();
  }

  void bar(std::size_t series, std::size_t category, double x, double y, double width,
           double height) {
    const BarChart::Series& bars = chart_.series[series];
    svg_.tag("rect").set("class", colour(series)).box(x, y, width, height).body();
    svg_.element(
        "title",
        fmt::format("{}{}: {}", has_legend(chart_) ? bars.name + ", " : std::string(),
                    chart_.categories[category], value_text(bars.values[category], chart_.values)));
    svg_.close("rect").newline();
  }

  void legend() {
    double x = 0;
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      svg_.tag("rect").set("class", colour(i)).at(x, kTop - 7).whole_size(10, 10).end().newline();
      text("label", x + 15, kTop + 2, "start", chart_.series[i].name);
      x += 15 + characters(chart_.series[i].name) * kCharacter + 16;
    }
  }

  void upright() {
    const double left = 10 + kCharacter * widest_mark();
    const double width = kWidth - left - kRight;
    const double bottom = top_ + kPlotHeight;
    for (int i = 0; mark(i) <= end_ * (1 + 1e-9); ++i) {
      const double y = bottom - mark(i) / end_ * kPlotHeight;
      line(left, y, left + width, y);
      text("label", left - 6, y + 4, "end", mark_text(i));
    }
    const double slot = width / static_cast<double>(std::max<std::size_t>(1, count()));
    const double thick = slot * 0.84 / bars_;
    const std::size_t every = label_distance(slot);
    for (std::size_t c = 0; c < count(); ++c) {
      const double x = left + slot * (static_cast<double>(c) + 0.08);
      for (std::size_t s = 0; s < chart_.series.size(); ++s) {
        const double tall = chart_.series[s].values[c] / end_ * kPlotHeight;
        bar(s, c, x + thick * static_cast<double>(s), bottom - tall, thick, tall);
      }
      if (c % every == 0) {
        text("label", x + slot * 0.42, bottom + 15, "middle", chart_.categories[c]);
      }
    }
    text("label", left + width, bottom + 32, "end", chart_.category_title);
  }

  void sideways() {
    double longest = 0;
    for (const std::string& name : chart_.categories) {
      longest = std::max(longest, characters(name));
    }
    const double left = 10 + kCharacter * longest;
    const double right = 60;  // room for the value at the end of a bar
    const double width = kWidth - left - right;
    const double thick = kRow * 0.8 / bars_;
    for (std::size_t c = 0; c < count(); ++c) {
      const double y = top_ + kRow * static_cast<double>(c);
      text("label", left - 6, y + 12, "end", chart_.categories[c]);
      for (std::size_t s = 0; s < chart_.series.size(); ++s) {
        const double value = chart_.series[s].values[c];
        const double at = y + 2 + thick * static_cast<double>(s);
        bar(s, c, left, at, value / end_ * width, thick);
        if (chart_.series.size() > 1) continue;
        text("label", left + value / end_ * width + 5, y + 12, "start",
             value_text(value, chart_.values));
      }
    }
    text("label", left, top_ + kRow * static_cast<double>(count()) + 16, "start",
         chart_.category_title);
  }

  std::size_t count() const { return chart_.categories.size(); }
  double mark(int i) const { return step_ * i; }
  std::string mark_text(int i) const {
    return chart_.values == BarChart::Values::Shares ? fmt::format("{:g} %", mark(i) * 100)
                                                     : value_text(mark(i), chart_.values);
  }

  double widest_mark() const {
    double most = 0;
    for (int i = 0; mark(i) <= end_ * (1 + 1e-9); ++i) {
      most = std::max(most, characters(mark_text(i)));
    }
    return most;
  }

  // Labels that would run into each other are left out: every second one, every fifth ...
  std::size_t label_distance(double slot) const {
    double longest = 1;
    for (const std::string& name : chart_.categories) {
      longest = std::max(longest, characters(name));
    }
    const double needed = (longest + 1) * kCharacter / slot;
    std::size_t every = 1;
    while (static_cast<double>(every) < needed) {
      every = every == 1 ? 2 : every == 2 ? 5 : every * 2;
    }
    return every;
  }

  const BarChart& chart_;
  SvgWriter svg_;
  double top_;
  double step_ = 1;
  double end_ = 1;
  double bars_ = 1;
};

std::string open_svg(double width, double height, std::string_view label) {
  std::string svg;
  SvgWriter writer(svg);
  writer.picture().set("class", "chart").view_box(width, height).whole_size(width, height);
  writer.set("role", "img").set("aria-label", label).body().newline();
  return svg;
}

}  // namespace

double axis_step(double top, int wanted) {
  if (!(top > 0) || wanted < 1) return 1;
  const double raw = top / wanted;
  const double power = std::pow(10, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (raw <= factor * power * (1 + 1e-9)) return factor * power;
  }
  return 10 * power;
}

std::string svg_style() {
  return ".chart{font-family:system-ui,sans-serif;font-size:11px}"
         ".chart text{fill:#333}.chart .title{font-size:13px;font-weight:600;fill:#111}"
         ".chart line{stroke:#ddd}"
         ".chart .s0{fill:#2f6f9f}.chart .s1{fill:#d9822b}.chart .s2{fill:#5a8f3c}"
         ".chart .s3{fill:#8e5ea2}"
         "@media(prefers-color-scheme:dark){.chart text{fill:#c8c8c8}.chart .title{fill:#f0f0f0}"
         ".chart line{stroke:#444}.chart .s0{fill:#6aa9d8}.chart .s1{fill:#f0a860}"
         ".chart .s2{fill:#93c572}.chart .s3{fill:#c39bd3}}";
}

std::string svg_chart(const BarChart& chart) {
  std::string svg = open_svg(kWidth, height_of(chart), chart.title);
  Drawing(chart, svg).draw();
  return svg + "</svg>\n";
}

std::string svg_sheet(std::span<const BarChart> charts, int columns) {
  // Each chart goes below the column that is shortest so far.
  std::vector<double> ends(static_cast<std::size_t>(std::max(1, columns)), kGap);
  std::string body;
  for (const BarChart& chart : charts) {
    const auto shortest = std::ranges::min_element(ends);
    const auto column = static_cast<double>(shortest - ends.begin());
    body += fmt::format("<g transform=\"translate({:.0f} {:.0f})\">\n",
                        kGap + column * (kWidth + kGap), *shortest);
    Drawing(chart, body).draw();
    body += "</g>\n";
    *shortest += height_of(chart) + kGap;
  }
  const double width =
      kGap + static_cast<double>(std::min(ends.size(), charts.size())) * (kWidth + kGap);
  const double y = *std::ranges::max_element(ends);
  return open_svg(width, y, "charts") + "<style>" + svg_style() +
         ".chart .page{fill:#fff}@media(prefers-color-scheme:dark){.chart .page{fill:#1b1b1b}}"
         "</style>\n<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n" +
         body + "</svg>\n";
}

}  // namespace noether::base
