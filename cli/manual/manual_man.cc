// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdint>

#include "cli/manual/manual.h"
#include "tally/inside/base.h"

namespace tally::cli {

namespace {

std::uint32_t code_point(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  std::uint32_t out = first & (0xFFU >> (character.size() + 1));
  for (const char c : character.substr(1)) out = out << 6 | (static_cast<unsigned char>(c) & 0x3FU);
  return out;
}

// Text as roff takes it literally, whatever the encoding that a reader assumes.
std::string roff(std::string_view text) {
  std::string out;
  if (!text.empty() && (text[0] == '.' || text[0] == '\'')) out += "\\&";
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(1, character_length(text));
    const std::string_view character = text.substr(0, length);
    text.remove_prefix(length);
    if (length > 1) {
      out += fmt::format("\\[u{:04X}]", code_point(character));
    } else if (character == "\\") {
      out += "\\e";
    } else if (character == "-") {
      out += "\\-";
    } else if (character == "'") {
      out += "\\(aq";
    } else {
      out += character;
    }
  }
  return out;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

std::string upper(std::string text) {
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

std::string head(const std::string& page, const std::string& summary) {
  return ".TH " + upper(page) + " 1 \"\" \"" + program_name() + "\" \"Tally\"\n.SH NAME\n" +
         roff(page) + " \\- " + roff(summary) + "\n";
}

std::string item(const std::string& term, const std::string& text) {
  return ".TP\n" + term + "\n" + roff(text) + "\n";
}

std::string option(const OptionText& option) {
  std::string term;
  for (const std::string& name : option.names) term += (term.empty() ? "" : ", ") + bold(name);
  if (!option.value_name.empty()) term += " " + italic(option.value_name);
  return item(term, option.help + (option.several ? "; may be given several times" : ""));
}

// The options in their order, a subsection for every heading.
std::string options(const CommandText& command) {
  std::string out, heading;
  for (const OptionText& each : command.options) {
    if (each.heading != heading) {
      heading = each.heading;
      out += heading == "Options" ? ".SH OPTIONS\n" : ".SS " + roff(heading) + "\n";
    }
    out += option(each);
  }
  if (out.rfind(".SS", 0) == 0) out = ".SH OPTIONS\n" + out;
  return out;
}

std::string preformatted(const std::string& heading, const std::string& lines) {
  std::string out = ".SH " + heading + "\n.nf\n";
  std::size_t start = 0;
  while (start <= lines.size()) {
    const std::size_t end = std::min(lines.find('\n', start), lines.size());
    out += roff(std::string_view(lines).substr(start, end - start)) + "\n";
    start = end + 1;
  }
  return out + ".fi\n";
}

std::string meanings(const std::string& heading, const std::vector<Meaning>& list) {
  std::string out = ".SH " + heading + "\n";
  for (const Meaning& meaning : list) out += item(bold(meaning.name), meaning.text);
  return out;
}

}  // namespace

std::string man_page(const std::vector<CommandText>& commands) {
  std::string out = head("tally", "naive Bayes from counts") + ".SH SYNOPSIS\n" + bold("tally") +
                    " " + italic("VERB") + " [" + italic("OPTION") + "...] " + italic("ARGUMENT") +
                    "...\n.SH DESCRIPTION\n" +
                    roff(
                        "Tally counts a table by class. The counts are the model: probabilities, "
                        "smoothing, priors and losses are worked out from them when they are "
                        "asked for.") +
                    "\n.SH VERBS\n";
  for (const CommandText& command : commands) out += item(bold(command.verb), command.summary);
  out += preformatted("EXAMPLE",
                      "tally fit iris.csv --target species -o iris.tally\n"
                      "tally predict iris.tally new.csv");
  out += meanings("EXIT STATUS", exit_codes()) + meanings("ENVIRONMENT", environment());
  out += ".SH SEE ALSO\n";
  for (const CommandText& command : commands) {
    out += ".BR " + roff("tally-" + command.verb) + " (1)" +
           (&command == &commands.back() ? "\n" : ",\n");
  }
  return out;
}

std::string man_page(const CommandText& command) {
  std::string out = head("tally-" + command.verb, command.summary);
  out += ".SH SYNOPSIS\n" + roff(synopsis(command)) + "\n.SH DESCRIPTION\n" +
         roff(command.description) + "\n";
  for (const ArgumentText& argument : command.arguments) {
    out += item(italic(argument.name), argument.help);
  }
  out += options(command);
  return out + preformatted("EXAMPLE", command.examples) + ".SH SEE ALSO\n.BR tally (1)\n";
}

}  // namespace tally::cli
