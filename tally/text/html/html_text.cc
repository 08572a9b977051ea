// SPDX-License-Identifier: Apache-2.0
#include "tally/text/html/html_text.h"

#include <gumbo.h>

#include "tally/base/ascii.h"
#include "tally/base/utf8.h"
#include "tally/text/html/html_guard.h"
#include "tally/text/html/html_stand_ins.h"
#include "tally/text/html/html_style.h"

namespace tally::text {

namespace {

using ascii::is_alnum;
using ascii::starts_with_folded;
using ascii::to_lower;
using ascii::trimmed;

constexpr std::size_t kLongestName = 20;
constexpr std::size_t kMostLinks = 2000;

// Elements within a line: they do not end a word.
bool is_inline(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_A:
    case GUMBO_TAG_ABBR:
    case GUMBO_TAG_ACRONYM:
    case GUMBO_TAG_B:
    case GUMBO_TAG_BDI:
    case GUMBO_TAG_BDO:
    case GUMBO_TAG_BIG:
    case GUMBO_TAG_BLINK:
    case GUMBO_TAG_CITE:
    case GUMBO_TAG_CODE:
    case GUMBO_TAG_DEL:
    case GUMBO_TAG_DFN:
    case GUMBO_TAG_EM:
    case GUMBO_TAG_FONT:
    case GUMBO_TAG_I:
    case GUMBO_TAG_INS:
    case GUMBO_TAG_KBD:
    case GUMBO_TAG_LABEL:
    case GUMBO_TAG_MARK:
    case GUMBO_TAG_NOBR:
    case GUMBO_TAG_Q:
    case GUMBO_TAG_S:
    case GUMBO_TAG_SAMP:
    case GUMBO_TAG_SMALL:
    case GUMBO_TAG_SPAN:
    case GUMBO_TAG_STRIKE:
    case GUMBO_TAG_STRONG:
    case GUMBO_TAG_SUB:
    case GUMBO_TAG_SUP:
    case GUMBO_TAG_TT:
    case GUMBO_TAG_U:
    case GUMBO_TAG_VAR:
    case GUMBO_TAG_WBR:
    case GUMBO_TAG_UNKNOWN:
      return true;
    default:
      return false;
  }
}

bool is_dropped(GumboTag tag) { return tag == GUMBO_TAG_SCRIPT || tag == GUMBO_TAG_STYLE; }

std::string plain_name(std::string_view name) {
  std::string out;
  for (const char c : name.substr(0, kLongestName)) {
    if (is_alnum(c) || c == '-' || c == '_' || c == ':') out += to_lower(c);
  }
  return out;
}

std::string tag_name(const GumboElement& element) {
  if (element.tag != GUMBO_TAG_UNKNOWN) return gumbo_normalized_tagname(element.tag);
  return "unknown";
}

bool is_link(std::string_view attribute) {
  return attribute == "href" || attribute == "src" || attribute == "action" ||
         attribute == "background";
}
bool is_color(std::string_view attribute) {
  return attribute == "color" || attribute == "bgcolor" || attribute == "text" ||
         attribute == "link";
}

class Walk {
 public:
  Walk(const HtmlStandIns& stand_ins, HtmlText& text, HtmlStructure* structure)
      : stand_ins_(stand_ins), text_(text), structure_(structure) {}

  void run(const GumboNode* root) {
    enter(root, HtmlStyle{});
    while (!open_.empty()) {
      Open& open = open_.back();
      const GumboVector& children = open.node->v.element.children;
      if (open.next == children.length) {
        if (!is_inline(open.node->v.element.tag)) separate();
        open_.pop_back();
        continue;
      }
      const auto* const child = static_cast<const GumboNode*>(children.data[open.next++]);
      if (child->type == GUMBO_NODE_ELEMENT || child->type == GUMBO_NODE_TEMPLATE) {
        enter(child, open.style);
      } else if (child->type != GUMBO_NODE_COMMENT) {
        add_text(child->v.text.text, open.style);
      }
    }
  }

 private:
  struct Open {
    const GumboNode* node;
    HtmlStyle style;
    unsigned next = 0;
  };

  void enter(const GumboNode* node, HtmlStyle style) {
    const GumboElement& element = node->v.element;
    // The html, head, body and tbody that nobody wrote say nothing.
    const bool is_written = (node->parse_flags & GUMBO_INSERTION_IMPLIED) == 0;
    if (is_written) add_structure(element, style);
    if (is_dropped(element.tag)) return;
    if (!is_inline(element.tag)) separate();
    open_.push_back({node, style});
  }

  void add_structure(const GumboElement& element, HtmlStyle& style) {
    const std::string tag = "<" + tag_name(element);
    tell(tag);
    std::string_view width;
    std::string_view height;
    for (unsigned i = 0; i < element.attributes.length; ++i) {
      const auto* const attribute = static_cast<GumboAttribute*>(element.attributes.data[i]);
      const std::string_view value(attribute->value);
      const std::string name = plain_name(attribute->name);
      if (name == "width") width = value;
      if (name == "height") height = value;
      add_attribute(tag, name, value, style);
    }
    if (element.tag == GUMBO_TAG_IMG && (width == "1" || width == "0") &&
        (height == "1" || height == "0")) {
      tell("<img:pixel");
    }
  }

  void add_attribute(const std::string& tag, const std::string& name, std::string_view value,
                     HtmlStyle& style) {
    if (name == "style") {
      apply_style(value, style);
    } else if (is_link(name)) {
      if (text_.links.size() < kMostLinks) text_.links.emplace_back(value);
      add_scheme(tag, value);
    } else if (is_color(name)) {
      const auto color = parse_color(value);
      if (!color) return;
      if (name == "color") style.color = *color;
      if (name == "text") style.color = *color;
      if (name == "bgcolor") style.background = *color;
      tell(name + "=" + color_text(*color));
    } else if (name == "hidden") {
      style.is_gone = true;
    }
  }

  // What leads nowhere: parts of the message, data in place, programs.
  void add_scheme(const std::string& tag, std::string_view value) {
    for (const char* const scheme : {"cid:", "data:", "javascript:"}) {
      if (starts_with_folded(value, scheme)) tell(tag + ":" + scheme);
    }
  }

  void add_text(std::string_view text, const HtmlStyle& style) {
    // The parser makes no character of an entity for a number beyond all.
    if (!is_utf8(text)) text = "\uFFFD";
    if (!style.is_hidden()) {
      // A hidden word ends where something is seen; the other way round it does not.
      if (!text.empty()) end_line(text_.hidden);
      stand_ins_.expand(text, text_.visible);
      return;
    }
    stand_ins_.expand(text, text_.hidden);
    if (trimmed(text).empty()) return;
    tell(style.is_gone ? "hidden:gone" : style.is_tiny ? "hidden:tiny" : "hidden:color");
  }

  void tell(std::string_view term) {
    if (structure_ != nullptr) structure_->add(term);
  }

  static void end_line(std::string& text) {
    if (!text.empty() && text.back() != '\n') text += '\n';
  }

  void separate() {
    end_line(text_.visible);
    end_line(text_.hidden);
  }

  const HtmlStandIns& stand_ins_;
  HtmlText& text_;
  HtmlStructure* structure_;
  std::vector<Open> open_;
};

// Gumbo asks for memory node by node; it is given back as a whole, without a walk through the tree.
GumboOptions options_over(ParserMemory& memory) {
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;
  options.userdata = &memory;
  options.allocator = [](void* from, std::size_t bytes) {
    return static_cast<ParserMemory*>(from)->take(bytes);
  };
  options.deallocator = [](void*, void*) {};
  return options;
}

}  // namespace

void read_html(std::string_view html, HtmlText& text, HtmlStructure* structure) {
  text.visible.clear();
  text.hidden.clear();
  text.links.clear();
  HtmlStandIns stand_ins(html);
  HtmlGuard guard(html, &stand_ins);
  const GumboOptions options = options_over(text.memory);
  for (std::string_view piece = guard.next(); !piece.empty(); piece = guard.next()) {
    const GumboOutput* const output =
        gumbo_parse_with_options(&options, piece.data(), piece.size());
    Walk(stand_ins, text, structure).run(output->root);
    text.memory.reuse();
  }
  if (guard.left_out() && structure != nullptr) structure->note_limit();
}

}  // namespace tally::text
