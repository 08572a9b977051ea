// SPDX-License-Identifier: Apache-2.0
#include "tally/assess/cut_off_table.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace tally {
namespace {

CutOffTable five_messages() {
  CutOffTable table, piece;
  table.add(0.05, false);
  table.add(0.995, false);  // ham that is lost from 0.99 on, and not from 0.999
  table.add(0.4, true);     // spam that passes up to 0.45
  piece.add(0.8, true);
  piece.add(0.9999, true);
  table.merge(piece);
  return table;
}

TEST(CutOffTable, CountsWhatEachCutOffDoes) {
  const auto json = nlohmann::json::parse(five_messages().json());
  EXPECT_EQ(json["ham"], 2);
  EXPECT_EQ(json["spam"], 3);
  EXPECT_EQ(json["spam_cut_offs"][0]["from"], 0.5);
  EXPECT_EQ(json["spam_cut_offs"][0]["ham_lost"], 1);
  EXPECT_EQ(json["spam_cut_offs"][0]["spam_caught"], 2);
  EXPECT_EQ(json["spam_cut_offs"][5]["from"], 0.999);
  EXPECT_EQ(json["spam_cut_offs"][5]["ham_lost"], 0);
  EXPECT_EQ(json["spam_cut_offs"][5]["spam_caught"], 1);
  // Up to 0.1 one passes, from 0.999 on one is caught: three are unsure.
  EXPECT_EQ(json["spam_cut_offs"][5]["unsure"][0]["messages"], 3);
  EXPECT_EQ(json["ham_cut_offs"][3]["up_to"], 0.45);
  EXPECT_EQ(json["ham_cut_offs"][3]["ham_passed"], 1);
  EXPECT_EQ(json["ham_cut_offs"][3]["spam_passed"], 1);
}

TEST(CutOffTable, TextHasALineForEachCutOff) {
  const std::string text = five_messages().text();
  EXPECT_NE(text.find("1 (50.00 %)"), std::string::npos);
  EXPECT_NE(text.find("0.999"), std::string::npos);
}

TEST(CutOffTable, WithoutMessagesThereIsNothingToDivide) {
  EXPECT_NE(CutOffTable().text().find("0.5"), std::string::npos);
}

}  // namespace
}  // namespace tally
