# Writes what e1071's naiveBayes answers for the data sets to JSON files that the tests compare with.
#
#   Rscript tools/reference/make_e1071.R DATA OUT     (tools/reference/make calls it so)
#
# DATA is the folder of data sets, OUT the folder to write to. Each file holds the posteriors of
# every n-th row and sums over all rows; docs/agreement.md explains its fields. predict() replaces a
# factor that is 0 by 0.001. Rows with such a factor are left out everywhere and counted.
suppressPackageStartupMessages(library(e1071))

least_lead <- 1e-9  # of the best log posterior: what is nearer to a tie could be decided by rounding

data_sets <- list(
  list(name = "mushroom", path = "mushroom/agaricus-lepiota.data", target = 1, step = 41),
  list(name = "vote", path = "vote/house-votes-84.data", target = 1, step = 5),
  list(name = "adult", path = "adult/adult.data", target = 15, step = 401))

read_cells <- function(file) {
  read.csv(file, header = FALSE, na.strings = "?", strip.white = TRUE, quote = "",
           comment.char = "", stringsAsFactors = TRUE)
}

# Rows with a category that some class never had.
has_zero_count <- function(model, x) {
  zero <- logical(nrow(x))
  for (name in names(which(!model$isnumeric))) {
    never <- apply(model$tables[[name]] <= 0, 2, any)[as.integer(x[[name]])]
    zero <- zero | (!is.na(never) & never)
  }
  zero
}

# Rows with a number whose density in some class is below the least double.
has_underflow <- function(model, x) {
  lost <- logical(nrow(x))
  for (name in names(which(model$isnumeric))) {
    moments <- model$tables[[name]]
    stopifnot(moments[, 2] > 0)
    for (k in seq_len(nrow(moments))) {
      none <- dnorm(x[[name]], moments[k, 1], moments[k, 2]) <= 0
      lost <- lost | (!is.na(none) & none)
    }
  }
  lost
}

number <- function(values) sprintf("%.17g", values)
text <- function(values) paste0('"', values, '"')
array_of <- function(items) paste0("[", paste(items, collapse = ", "), "]")
table_of <- function(rows) {
  paste0("[\n  ", paste(apply(rows, 1, function(row) array_of(number(row))), collapse = ",\n  "), "]")
}
field <- function(name, value) paste0(" ", text(name), ": ", value)

write_comparison <- function(set, laplace, folder, out) {
  cells <- read_cells(file.path(folder, set$path))
  x <- cells[, -set$target]
  y <- cells[[set$target]]
  model <- naiveBayes(x, y, laplace = laplace)
  posterior <- predict(model, x, type = "raw")

  zero <- has_zero_count(model, x)
  lost <- has_underflow(model, x)
  asked <- which(!zero & !lost)
  lead <- apply(log(posterior[asked, ]), 1, function(row) diff(sort(row, decreasing = TRUE)[2:1]))
  stopifnot(lead > least_lead)
  accuracy <- mean(levels(y)[max.col(posterior[asked, ], "first")] == y[asked])

  rows <- intersect(seq(1, nrow(x), by = set$step), asked)
  fit <- c("--target", paste0("c", set$target), "--no-header", "--missing", "?")
  ask <- c("--lambda", laplace, "--prior", "empirical", "--variance", "sample")
  fields <- c(
    field("peer", text(paste0("e1071 ", packageDescription("e1071")$Version))),
    field("call", text(paste0("naiveBayes(laplace = ", laplace, "), predict(type = 'raw')"))),
    field("data", text(set$path)),
    field("tally", paste0('{"fit": ', array_of(text(fit)), ', "ask": ', array_of(text(ask)), "}")),
    field("classes", array_of(text(model$levels))),
    field("rows_with_zero_count", sum(zero)),
    field("underflow_rows", array_of(which(lost) - 1)),
    field("accuracy", number(accuracy)),
    field("posterior_sum", array_of(number(colSums(posterior[asked, ])))),
    field("rows", array_of(rows - 1)),
    field("posterior", table_of(posterior[rows, ])))
  name <- paste0(set$name, "_e1071_laplace", laplace)
  writeLines(c("{", paste(fields, collapse = ",\n"), "}"), file.path(out, paste0(name, ".json")))
  cat(sprintf("%s: %d rows, of which %d have a category that a class never had and %d a density of 0; accuracy %.4f\n",
              name, nrow(x), sum(zero), sum(lost), accuracy))
}

folders <- commandArgs(trailingOnly = TRUE)
for (set in data_sets) {
  for (laplace in 0:1) write_comparison(set, laplace, folders[1], folders[2])
}
