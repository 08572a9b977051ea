# SPDX-License-Identifier: Apache-2.0
"""A job for spark-submit: from a table to the file of a model, and how good it is on rows it has not seen.

    spark-submit examples/spark/fit_job.py tests/data/iris.csv species iris.tally

The Python of the executors needs the package: PYSPARK_PYTHON names one that has it, or --archives brings it along.
"""

import argparse

from pyspark.sql import SparkSession

import tally.spark


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", help="a CSV file with a header, or Parquet; whatever Spark can read")
    parser.add_argument("target", help="the column of classes")
    parser.add_argument("model", help="the file to write, on the machine of the driver")
    parser.add_argument("--count", default="weighted", choices=("naive", "weighted", "full"))
    told = parser.parse_args()

    spark = SparkSession.builder.appName("tally fit").getOrCreate()
    reader = spark.read.option("header", True).option("inferSchema", True)
    rows = reader.csv(told.data) if told.data.endswith(".csv") else spark.read.parquet(told.data)
    kept, held_out = rows.randomSplit([0.8, 0.2], seed=1)

    schema = tally.spark.draft(rows, told.target, count=told.count, notes=False)
    found = tally.spark.score(tally.spark.fit(kept, schema=schema), held_out)
    print(f"on {found['rows']:.0f} rows held out: accuracy {found['accuracy']:.4f}, log loss {found['log_loss']:.4f}")

    model = tally.spark.fit(rows, schema=schema)
    model.save(told.model)
    print(f"{model.class_count_.sum():.0f} rows: {told.model}")
    spark.stop()


main()
