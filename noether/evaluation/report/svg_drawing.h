// Draws a small SVG picture from texts, lines and shapes.
//
// Colours are classes of one style that follows the reader's choice of a light or a dark page. The
// picture has a title and a description for readers who cannot see it, runs no script and loads
// nothing. Coordinates have one decimal, so that the same plot gives the same bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "noether/base/svg_writer.h"

namespace noether::evaluation {

inline constexpr std::size_t kPlotColours = 8;

class SvgDrawing {
 public:
  SvgDrawing(double width, double height) : width_(width), height_(height) {}

  void text(std::string_view kind, double x, double y, std::string_view anchor,
            std::string_view words);
  void line(std::string_view kind, double x1, double y1, double x2, double y2);
  // `tip` is the text shown when the mouse rests on the shape.
  void box(std::string_view kind, double x, double y, double width, double height,
           std::string_view tip = {});
  void dot(std::string_view kind, double x, double y, double radius, std::string_view tip = {});
  // Draws a line through points: begin it, continue it, end it.
  void begin_path(std::string_view kind);
  void path_to(double x, double y);
  void end_path(std::string_view tip = {});

  // The picture, for use in a page that has `plot_style()`.
  std::string inside_page(std::string_view title, std::string_view description) const;

  double width() const { return width_; }

 private:
  double width_;
  double height_;
  std::string body_;
  std::string path_kind_;
  base::SvgPath path_;
};

std::string plot_style();
// Converts a picture of a page to a separate file.
std::string as_svg_file(std::string_view picture);

// The class of the nth series: its colour, and dashes from the ninth series on.
std::string series_class(std::size_t series);
// The approximate width of a text in the size of labels.
double label_width(std::string_view text);
// The text cut to this many characters, with dots in place of the rest.
std::string shortened(std::string_view text, std::size_t characters);

}  // namespace noether::evaluation
