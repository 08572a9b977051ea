// SPDX-License-Identifier: Apache-2.0
#include "tally/batch/iso_time.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <random>

namespace tally {
namespace {

struct Written {
  const char* text;
  double seconds;
};

// Python's datetime worked these out.
constexpr Written kTimes[] = {
    {"0001-01-01", -62135596800},
    {"1582-10-14", -12219379200},
    {"1600-02-29", -11670998400},
    {"1899-12-31", -2209075200},
    {"1900-02-28", -2203977600},
    {"1900-03-01", -2203891200},
    {"1969-12-31", -86400},
    {"1970-01-01", 0},
    {"1999-12-31", 946598400},
    {"2000-02-29", 951782400},
    {"2000-03-01", 951868800},
    {"2024-02-29", 1709164800},
    {"2038-01-19", 2147472000},
    {"2100-02-28", 4107456000},
    {"2100-03-01", 4107542400},
    {"9999-12-31", 253402214400},
    {"5195-12-15T20:22:50", 101801305370},
    {"9840-11-19T16:57:13", 248381139433},
    {"2181-10-05T06:43:23", 6682545803},
    {"1081-11-17T16:15:35", -28026373465},
    {"3485-02-22T05:09:45", 47813346585},
    {"1042-03-24T19:36:47", -29277692593},
    {"0481-12-08T21:40:45", -46958667555},
    {"4550-05-08T16:29:34", 81427998574},
    {"1969-12-31T23:59:59.75", -0.25},
    {"1970-01-01T00:00:00.1", 0.1},
};

TEST(IsoTime, ReadsAndWritesWhatTheCalendarSays) {
  for (const auto& [text, seconds] : kTimes) {
    EXPECT_EQ(parse_time(text), seconds) << text;
    EXPECT_EQ(time_text(seconds), text);
  }
}

// Every day of 400 years, by the closed form of the days before a year and a month.
TEST(IsoTime, AgreesWithCountingTheDays) {
  std::int64_t day = parse_time("1901-01-01").value_or(0) / 86400;
  EXPECT_EQ(day, 365 * 1900 + 1900 / 4 - 1900 / 100 + 1900 / 400 - 719162);
  for (int year = 1901; year < 2301; ++year) {
    const bool leaps = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    const int lengths[] = {31, leaps ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    for (int month = 1; month <= 12; ++month) {
      const std::string prefix =
          std::to_string(year) + (month < 10 ? "-0" : "-") + std::to_string(month);
      for (int d = 1; d <= 31; ++d) {
        const std::string text = prefix + (d < 10 ? "-0" : "-") + std::to_string(d);
        const std::optional<double> seconds = parse_time(text);
        ASSERT_EQ(seconds.has_value(), d <= lengths[month - 1]) << text;
        if (!seconds) continue;
        ASSERT_EQ(*seconds, static_cast<double>(day++) * 86400) << text;
        ASSERT_EQ(time_text(*seconds), text);
      }
    }
  }
}

TEST(IsoTime, TakesTheFormsThatPeopleWrite) {
  const double noon = 1709164800 + 12 * 3600;
  for (const char* text :
       {"2024-02-29T12:00", "2024-02-29T12:00:00", "2024-02-29 12:00:00", "2024-02-29t12:00z",
        "2024-02-29T12:00:00Z", "2024-02-29T12:00:00.000", "2024-02-29T12:00:00,0Z",
        "2024-02-29T13:00:00+01", "2024-02-29T17:30:00+05:30", "2024-02-29T17:30:00+0530",
        "2024-02-29T02:15:00-09:45", "2024-02-29T12:00:00-00:00", "2024-03-01T00:00:00+12:00"}) {
    EXPECT_EQ(parse_time(text), noon) << text;
  }
}

TEST(IsoTime, ALeapSecondIsTheSecondThatFollows) {
  const std::optional<double> next = parse_time("2017-01-01T00:00:00Z");
  EXPECT_EQ(parse_time("2016-12-31T23:59:60Z"), next);
  EXPECT_EQ(parse_time("2017-01-01T00:59:60+01:00"), next);
  EXPECT_EQ(parse_time("2016-12-31T23:59:60.5Z"), *next + 0.5);
  EXPECT_EQ(parse_time("2016-12-31T12:59:60Z"), std::nullopt);
  EXPECT_EQ(parse_time("2016-12-31T23:59:60+01:00"), std::nullopt);
}

TEST(IsoTime, RefusesEverythingElse) {
  for (const char* text : {"",
                           "2024",
                           "2024-02",
                           "20240229",
                           "1709164800",
                           "2024-2-29",
                           "2024-02-29T",
                           "2024-02-29T12",
                           "2024-02-29T12:",
                           "2024-02-29T12:34:",
                           "2024-02-29T12:34:56.",
                           "2024-02-29T12:34:5",
                           "2024-02-29T24:00",
                           "2024-02-29T12:60",
                           "2024-02-29T12:34:61",
                           "2024-02-30",
                           "2023-02-29",
                           "1900-02-29",
                           "2024-00-10",
                           "2024-13-10",
                           "2024-04-31",
                           "2024-04-00",
                           "0000-01-01",
                           "10000-01-01",
                           "+2024-02-29",
                           "-0001-01-01",
                           "2024/02/29",
                           "29.02.2024",
                           "02-29-2024",
                           "2024-02-29Z",
                           "2024-02-29T12:34Zx",
                           "2024-02-29T12:34+",
                           "2024-02-29T12:34+5",
                           "2024-02-29T12:34+24:00",
                           "2024-02-29T12:34+05:60",
                           "2024-02-29T12:34+05:",
                           "2024-02-29T12:34+053",
                           "2024-02-29T12:34 +05",
                           "2024-02-29  12:34",
                           "2024-02-29x12:34",
                           " 2024-02-29",
                           "2024-02-29 ",
                           "2024-02-2９",
                           "12:34",
                           "P1D"}) {
    EXPECT_EQ(parse_time(text), std::nullopt) << text;
  }
}

// Python's exact quotients of integers.
TEST(IsoTime, FractionsAreRoundedOnce) {
  EXPECT_EQ(parse_time("1969-12-31T23:59:59.999999999"), -0x1.12e0be826d695p-30);
  EXPECT_EQ(parse_time("2024-02-29T12:34:56.789"), 0x1.9781e7c327efap+30);
  EXPECT_EQ(parse_time("2024-02-29T12:34:56.123456789"), 0x1.9781e7c07e6b7p+30);
  EXPECT_EQ(parse_time("2024-02-29T12:34:56.1234567890123456789012345678901234567890"),
            0x1.9781e7c07e6b7p+30);
  EXPECT_EQ(parse_time("1900-01-01T00:00:00.000001"), -0x1.0754fcffffffep+31);
  EXPECT_EQ(parse_time("0001-01-01T00:00:00.1"), -0x1.cef23edffcccdp+35);
  EXPECT_EQ(parse_time("9999-12-31T23:59:59.999999"), 0x1.d7ffa20c00000p+37);
}

TEST(IsoTime, UnitsBecomeSecondsRoundedOnce) {
  EXPECT_EQ(seconds_of(0, 1'000'000'000), 0);
  EXPECT_EQ(seconds_of(1500, 1000), 1.5);
  EXPECT_EQ(seconds_of(-1, 1'000), -0.001);
  EXPECT_EQ(seconds_of(1709210096123456789, 1'000'000'000), 0x1.9781e7c07e6b7p+30);
  EXPECT_EQ(seconds_of(-1709210096123456789, 1'000'000'000), -0x1.9781e7c07e6b7p+30);
  EXPECT_EQ(seconds_of(INT64_MAX, 1'000'000'000), 0x1.12e0be826d695p+33);
  EXPECT_EQ(seconds_of(INT64_MIN, 1'000'000'000), -0x1.12e0be826d695p+33);
  EXPECT_EQ(seconds_of(9007199254740993, 1'000), 0x1.0624dd2f1a9fcp+43);
  EXPECT_EQ(seconds_of(9007199254740993, 1'000'000), 0x1.0c6f7a0b5ed8ep+33);
  EXPECT_EQ(seconds_of(INT64_MAX, 1'000'000'000'000'000'000), 0x1.2725dd1d243acp+3);
  EXPECT_EQ(seconds_of(INT64_MIN, 1), -0x1p+63);
  // Just above the middle of two doubles, which the bits of a short quotient do not show.
  EXPECT_EQ(seconds_of(9007199254740997, 1'000'000'000'000'000'000), 0x1.2725dd1d243afp-7);
  EXPECT_EQ(seconds_of(-9007199254741226, 1'000'000'000'000'000'000), -0x1.2725dd1d24433p-7);
  // What a quotient of two rounded numbers gets wrong.
  EXPECT_EQ(seconds_of(1749480810932175998, 1'000'000'000), 0x1.a11bd5abba8c6p+30);
  EXPECT_EQ(seconds_of(1718418192435873895, 1'000'000'000), 0x1.99b3ec41be55cp+30);
  EXPECT_EQ(seconds_of(1958886689103091332, 1'000'000'000), 0x1.d308f4846990cp+30);
  EXPECT_EQ(seconds_of(1376190625466575022, 1'000'000'000), 0x1.481c0285ddc5dp+30);
}

// A text with nine digits and the integer of nanoseconds are one number.
TEST(IsoTime, TextAndUnitsAgree) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 20000; ++i) {
    const auto amount = static_cast<std::int64_t>(random());
    const std::int64_t whole = amount / 1'000'000'000 - (amount % 1'000'000'000 < 0 ? 1 : 0);
    const std::int64_t rest = amount - whole * 1'000'000'000;
    std::string digits = std::to_string(1'000'000'000 + rest).substr(1);
    std::string text = time_text(static_cast<double>(whole));
    if (text.size() == 10) text += "T00:00:00";
    EXPECT_EQ(parse_time(text + "." + digits), seconds_of(amount, 1'000'000'000)) << text;
  }
}

TEST(IsoTime, ItsTextsReadBack) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> seconds(-6e10, 2.5e11), small(-2, 2);
  for (int i = 0; i < 20000; ++i) {
    for (const double x : {seconds(random), small(random), std::round(seconds(random))}) {
      EXPECT_EQ(parse_time(time_text(x)), x) << time_text(x);
      EXPECT_EQ(parse_duration(duration_text(x)), x) << duration_text(x);
    }
  }
  for (const double x : {5e-324, -5e-324, 0x1p-60, -0x1p-60}) {
    EXPECT_EQ(parse_duration(duration_text(x)), x);
    // So little before 1970 is 1970 to the nearest double, and the text says more.
    EXPECT_EQ(parse_time(time_text(x)), x) << time_text(x);
  }
}

TEST(IsoTime, TimesBeyondTheYearsAreSeconds) {
  EXPECT_EQ(time_text(253402300800), "253402300800 s since 1970");
  EXPECT_EQ(time_text(-62135596801), "-62135596801 s since 1970");
  EXPECT_EQ(time_text(1e20), "1e+20 s since 1970");
  EXPECT_EQ(time_text(kFirstTime), "0001-01-01");
  EXPECT_EQ(time_text(kLastTime), "9999-12-31T23:59:59");
  EXPECT_EQ(duration_text(0x1p53), "9007199254740992 s");
}

TEST(IsoTime, ReadsDurations) {
  constexpr Written kDurations[] = {
      {"PT0S", 0},         {"PT1S", 1},         {"PT1M", 60},
      {"PT1H", 3600},      {"P1D", 86400},      {"P1DT2H3M4.5S", 93784.5},
      {"-PT0.25S", -0.25}, {"PT59M59S", 3599},  {"P3DT1S", 259201},
      {"-P1DT1H", -90000}, {"PT1H0.5S", 3600.5}};
  for (const auto& [text, seconds] : kDurations) {
    EXPECT_EQ(parse_duration(text), seconds) << text;
    EXPECT_EQ(duration_text(seconds), text);
  }
  constexpr Written kOthers[] = {{"P2W", 1209600},
                                 {"P1W1D", 691200},
                                 {"PT90M", 5400},
                                 {"+PT1S", 1},
                                 {"-PT0S", 0},
                                 {"pt1h", 3600},
                                 {"PT0,5S", 0.5},
                                 {"P0D", 0},
                                 {"00:00", 0},
                                 {"23:59", 86340},
                                 {"12:34:56", 45296},
                                 {"12:34:56.789", 45296.789},
                                 {"PT123456789012S", 123456789012}};
  for (const auto& [text, seconds] : kOthers) EXPECT_EQ(parse_duration(text), seconds) << text;
}

TEST(IsoTime, RefusesWhatHasNoFixedLength) {
  for (const char* text : {"",
                           "P",
                           "PT",
                           "P1",
                           "P1Y",
                           "P1M",
                           "PT1D",
                           "P1H",
                           "P1DT",
                           "PT1S1H",
                           "PT1H1H",
                           "P1.5D",
                           "PT1.5M",
                           "PT.5S",
                           "PT1.S",
                           "PT-1S",
                           "--PT1S",
                           "PT1S ",
                           "PT1234567890123S",
                           "1:30",
                           "24:00",
                           "12:60",
                           "12:34:60",
                           "12:3",
                           "-12:34",
                           "12:34:56Z",
                           "12",
                           "2024-02-29"}) {
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
  }
}

TEST(IsoTime, ANumberIsReadAsItsType) {
  EXPECT_EQ(parse_numeric("12", ValueType::kNumber), 12);
  EXPECT_EQ(parse_numeric("12", ValueType::kTime), std::nullopt);
  EXPECT_EQ(parse_numeric("1970-01-02", ValueType::kTime), 86400);
  EXPECT_EQ(parse_numeric("1970-01-02", ValueType::kNumber), std::nullopt);
  EXPECT_EQ(parse_numeric("00:01", ValueType::kDuration), 60);
  EXPECT_EQ(numeric_text(86400, ValueType::kNumber), "86400");
  EXPECT_EQ(numeric_text(86400, ValueType::kTime), "1970-01-02");
  EXPECT_EQ(numeric_text(86400, ValueType::kDuration), "P1D");
}

}  // namespace
}  // namespace tally
