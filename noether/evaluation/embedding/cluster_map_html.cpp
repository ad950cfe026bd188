#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "noether/base/xml_text.h"
#include "noether/evaluation/embedding/cluster_map.h"
#include "noether/formula/formula_io.h"

namespace noether::evaluation {
namespace {

constexpr double kMapSide = 800;
// A formula takes a kilobyte of MathML. A page with more formulas shows them as text.
constexpr std::size_t kMostDrawnFormulas = 8000;

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark}
body{font:14px/1.45 system-ui,sans-serif;margin:1.5rem;background:#fff;color:#222}
h1{font-size:1.3rem;margin:0}p{margin:.3rem 0 1rem;color:#666}
main{display:flex;gap:1.5rem;align-items:flex-start;flex-wrap:wrap}
svg{width:min(800px,100%);border:1px solid #ddd;border-radius:6px;touch-action:none;cursor:grab}
svg.one :is(circle,rect):not(.on):not(.query):not(.found){opacity:.07}
line.found{stroke:#888}circle.found{fill:none;stroke:#444;stroke-width:1.5;pointer-events:none}
circle.query{fill:none;stroke:currentColor;stroke-width:3;pointer-events:none}
ul{list-style:none;margin:0;padding:0;max-height:800px;overflow:auto;flex:1;min-width:240px}
li{padding:.1rem .3rem;cursor:pointer;border-radius:4px;white-space:nowrap}
li:hover,li.on{background:#8883}
li svg{width:12px;height:12px;border:0;margin-right:.5rem}
#tip{position:fixed;pointer-events:none;background:#fff;color:#222;border:1px solid #aaa;
border-radius:5px;padding:.35rem .6rem;box-shadow:0 2px 8px #0004;max-width:420px;display:none}
#tip code{display:block;color:#777;font-size:12px}
@media(prefers-color-scheme:dark){body,#tip{background:#1b1b1b;color:#ddd}svg{border-color:#444}}
)";

// The script of the page. It singles out a cluster (while the pointer is over its line in the
// legend, or after a click), shows the expression under the pointer, zooms at the pointer, and
// moves the picture with it.
constexpr std::string_view kScript = R"(
const svg=document.querySelector('svg'),tip=document.getElementById('tip'),
 rows=[...document.querySelectorAll('li')];
let kept=-1,view=[0,0,SIDE,SIDE],drag=null;
function single(c){svg.classList.toggle('one',c>=0);
 svg.querySelectorAll('.on').forEach(d=>d.classList.remove('on'));
 if(c>=0)svg.querySelectorAll('.c'+c).forEach(d=>d.classList.add('on'));
 rows.forEach(row=>row.classList.toggle('on',+row.dataset.c===c));}
rows.forEach(row=>{const c=+row.dataset.c;row.onmouseenter=()=>single(c);row.onmouseleave=()=>single(kept);
 row.onclick=()=>{kept=kept===c?-1:c;single(kept);};});
const dots=[...svg.querySelectorAll('[fill]')];
dots.forEach((dot,i)=>{dot.dataset.i=i;dot.querySelector('title').remove();});
function show(){svg.setAttribute('viewBox',view.join(' '));}
function at(event){const box=svg.getBoundingClientRect();
 return [view[0]+(event.clientX-box.left)/box.width*view[2],
  view[1]+(event.clientY-box.top)/box.height*view[3]];}
svg.onpointermove=event=>{
 if(drag){const [x,y]=at(event);view[0]+=drag[0]-x;view[1]+=drag[1]-y;show();return;}
 const i=event.target.dataset.i;
 if(i===undefined){tip.style.display='none';return;}
 tip.innerHTML=points[i][1];const code=document.createElement('code');
 code.textContent=points[i][0];tip.append(code);
 tip.style.display='block';
 tip.style.left=Math.min(event.clientX+14,innerWidth-tip.offsetWidth-8)+'px';
 tip.style.top=Math.min(event.clientY+14,innerHeight-tip.offsetHeight-8)+'px';};
svg.onpointerleave=()=>{tip.style.display='none';};
svg.onpointerdown=event=>{drag=at(event);svg.setPointerCapture(event.pointerId);};
svg.onpointerup=()=>{drag=null;};
svg.onwheel=event=>{event.preventDefault();const [x,y]=at(event),f=event.deltaY>0?1.2:1/1.2;
 if(view[2]*f>SIDE*4||view[2]*f<SIDE/200)return;
 view=[x-(x-view[0])*f,y-(y-view[1])*f,view[2]*f,view[3]*f];show();};
svg.ondblclick=()=>{view=[0,0,SIDE,SIDE];show();};
)";

// Writes MathML, which browsers draw. Expressions that cannot be read stay text.
class MathWriter {
 public:
  explicit MathWriter(formula::Notation notation) : notation_(notation) {}

  std::string html(const std::string& expression) {
    if (!reader_.read(notation_, expression, formula_) || !formula_.diagnostics.empty()) {
      return base::xml_text(expression);
    }
    std::string mathml;
    formula::write_formula(formula::Notation::MathML, formula_, mathml);
    // Inside a page the element needs no attributes.
    if (mathml.starts_with("<math ")) mathml.replace(0, mathml.find('>'), "<math");
    return mathml;
  }

 private:
  formula::Notation notation_;
  formula::FormulaReader reader_;
  formula::Formula formula_;
};

// JSON that may stand inside a script, because nothing in it ends the script.
std::string script_text(const nlohmann::json& json) {
  std::string text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
    text.replace(at, 1, "\\u003c");
  }
  return text;
}

std::string with_side(std::string_view script) {
  std::string text(script);
  for (std::size_t at = text.find("SIDE"); at != std::string::npos; at = text.find("SIDE", at)) {
    text.replace(at, 4, fmt::format("{:.0f}", kMapSide));
  }
  return text;
}

}  // namespace

std::string map_html(const ClusterMap& map) {
  MathWriter math(map.notation);
  std::string legend;
  for (std::size_t c = 0; c < map.clusters.size(); ++c) {
    if (map.clusters[c].empty()) continue;
    legend += fmt::format(
        "<li data-c=\"{}\"><svg viewBox=\"0 0 12 12\" aria-hidden=\"true\">{}/></svg>{}</li>\n", c,
        map_mark(map, c, 6, 6, 5),
        map.is_by_topic ? base::xml_text(map.clusters[c]) : math.html(map.clusters[c]));
  }
  const bool is_drawn = map.points.size() <= kMostDrawnFormulas;
  nlohmann::json points = nlohmann::json::array();
  for (const MapPoint& point : map.points) {
    points.push_back({point.expression, is_drawn ? math.html(point.expression) : ""});
  }
  const std::string title = base::xml_text(map.title);
  std::string page = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" + title + "</title>\n";
  page += "<style>" + std::string(kStyle) + "</style>\n</head>\n<body>\n<h1>" + title + "</h1>\n";
  page += "<p>" + base::xml_text(map.description) + "</p>\n<main>\n";
  page += fmt::format("<svg viewBox=\"0 0 {0:.0f} {0:.0f}\" role=\"img\" aria-label=\"{1}\">\n",
                      kMapSide, title);
  page += map_dots(map, kMapSide);
  page += "</svg>\n<ul>\n" + legend + "</ul>\n</main>\n<div id=\"tip\"></div>\n<script>\n";
  page += "const points=" + script_text(points) + ";" + with_side(kScript);
  return page + "</script>\n</body>\n</html>\n";
}

}  // namespace noether::evaluation
