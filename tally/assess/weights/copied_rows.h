// SPDX-License-Identifier: Apache-2.0
// Whether a table is made of copies: rows that are there several times for no other reason than that they were
// written several times (files joined twice, a rare class drawn again and again).
//
// Rows are equal by chance, too, where columns are few and have few values: such rows are evidence. So the
// copies of a row are counted beside those that chance explains, were the columns independent in its class,
//
//   copies  m − 1 of a row that is there m times         by chance  e = n_y Π_j (n_yv / n_y)
//
// and a table is made of copies if a quarter of its rows are copies, and chance explains less than a
// twentieth of them: Σ min(m − 1, e) < Σ (m − 1) / 20.
#pragma once

#include "tally/inside/model.h"

namespace tally {

/// How often each row is there on average, of a table that is made of copies; 1 of any other, of a table with
/// texts or weights, and of fewer than 30 different rows.
double copies_in(const RowSample& sample, const Schema& schema);

}  // namespace tally
