# SPDX-License-Identifier: Apache-2.0
# Two commands to be at home: `make demo` and `make test`. CMake presets stand behind every target.

JOBS ?= $(shell nproc)
PREFIX ?= /usr/local
FUZZ_SECONDS ?= 60
CORPUS ?= ../shared/data/spamassassin/spamassassin.tar.zst
TABLES ?= ../shared/data
DATA := tests/data/iris.csv
MODEL := build/iris.tally
build_with_tests = cmake --preset $(1) && cmake --build --preset $(1) -j $(JOBS)
build_everything = $(call build_with_tests,release) && tools/make-python $(JOBS)

.DEFAULT_GOAL := help
.PHONY: soak deb release help setup demo build parquet python test test-long test-python spark test-spark mutations fuzz bench accuracy growth unit docs api format format-check lint lint-part sanitize sanitize-unit install clean

help:  ## list the targets
	@echo "make …"
	@sed -n 's/^\([a-z-]*\):.*## /  \1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup:  ## install what building, testing and formatting need (Debian packages)
	@tools/setup

# A tree that is configured for the tests already stays so: only the program is built in it.
build:  ## build the program: build/tally
	@tools/setup program
	@[ -e build/build.ninja ] || cmake --preset program
	@cmake --build --preset program -j $(JOBS)

# A tree that was configured before there was an Arrow finds it now.
parquet: build  ## build what reads Parquet, Arrow and JSON lines: build/libtally_arrow.so
	@tools/setup parquet
	@cmake build >/dev/null && cmake --build build --target tally_arrow -j $(JOBS)

demo: build  ## build the program, fit iris, score it, explain a prediction
	@tools/demo build/tally $(DATA) $(MODEL)

python:  ## build the Python package into a virtual environment: build/venv
	@tools/setup program python
	@tools/make-python $(JOBS)

spark: python  ## … and Apache Spark beside it, with a Java: build/spark, for tally.spark
	@tools/setup program python spark

test:  ## build and run all tests but the long ones, and those on Spark
	@tools/setup program tests
	@$(build_everything)
	@tools/run-tests --preset release -j $(JOBS) --label-exclude '^(long|spark)$$'

# Some of them wait for packages: one more than there are processors.
test-long:  ## build and run the long tests
	@tools/setup program tests package
	@$(build_everything)
	@tools/run-tests --preset release -j $$(( $(JOBS) + 1 )) --label-regex '^long$$'

test-python:  ## build the Python package and run its tests
	@tools/setup program tests
	@cmake --preset release && cmake --build build --target tally_cli -j $(JOBS)
	@tools/make-python $(JOBS)
	@tools/run-tests --preset release -j $(JOBS) --label-regex python --label-exclude '^long$$'

test-spark:  ## build the Python package, install Apache Spark, and run the tests on a cluster of two workers
	@tools/setup program tests spark
	@cmake --preset release && cmake --build build --target tally_cli -j $(JOBS)
	@tools/make-python $(JOBS)
	@tools/run-tests --preset release --label-regex '^spark$$'

unit:  ## build, and run the tests of single sources
	@tools/setup program tests
	@$(call build_with_tests,release)
	@tools/run-tests --preset release -j $(JOBS) --label-regex unit

docs: build  ## write docs/cli.md and the pictures anew
	@tools/make-docs build/tally docs

api:  ## write pages of the doors to build/api (doxygen)
	@tools/setup api
	@mkdir -p build/api
	@doxygen docs/Doxyfile

format:  ## format every source, and name the licence in it
	@tools/setup format
	@tools/licence
	@tools/format

format-check:  ## fail if a source is not formatted, or does not name the licence
	@tools/setup format
	@tools/licence --check
	@tools/format --check

lint:  ## run clang-tidy over every source
	@tools/setup program tests lint
	@tools/lint $(JOBS)

lint-part:  ## run clang-tidy over what the last commits have touched (60 sources at most), and a fifth of the rest
	@tools/setup program tests lint
	@tools/lint --part $(JOBS)

sanitize:  ## build and run all tests with address and undefined-behaviour sanitizers
	@tools/setup program tests
	@$(call build_with_tests,sanitize)
	@tools/run-tests --preset sanitize -j $(JOBS) --label-exclude '^long$$'

# What reads, counts and keeps: where a stranger's bytes and arithmetic at its limits are met. In the tree of
# the fuzz targets, which asks another compiler for another opinion and builds the libraries once for both.
SANITIZED := sums count model read mail

sanitize-unit:  ## build and run the tests of the sources of sums, count, model, read and mail with sanitizers
	@tools/setup program tests fuzz
	@cmake --preset fuzz && cmake --build build-fuzz --target $(SANITIZED:%=%_test) tally_arrow -j $(JOBS)
	@tools/run-tests --preset fuzz -j $(JOBS) -L '^unit$$' -R "^($$(echo $(SANITIZED) | tr ' ' '|'))[.]"

fuzz: build  ## feed the readers what nobody would write: FUZZ_SECONDS=60 for each target
	@tools/setup fuzz
	@cmake --preset fuzz && cmake --build --preset fuzz -j $(JOBS)
	@tools/fuzz build-fuzz build/tally $(FUZZ_SECONDS)

MINUTES ?= 10
soak: build  ## learn, forget, ask and reload over HTTP with kill -9 in between: MINUTES=10
	@tests/serve/soak --seconds $$(( $(MINUTES) * 60 ))

mutations:  ## break guards on purpose, one at a time: a test must notice (docs/testing.md)
	@tools/setup program tests
	@tests/mutations/run --jobs $(JOBS) --document docs/testing.md >/dev/null

bench: python  ## time Tally and its peers side by side, half an hour: bench/results
	@tools/setup program bench
	@cmake -S . -B build -DTALLY_BENCH=ON >/dev/null
	@cmake --build build --target tally_cli bench_one_row kernels -j $(JOBS)
	@build/venv/bin/python bench/run --folder build/bench --output bench/results
	@build/venv/bin/python bench/page docs/performance.md
	@[ ! -e $(CORPUS) ] || bench/spam/run build/tally $(CORPUS) build/bench/spam | tee bench/results/spam.txt

accuracy: python  ## hold the answers of Tally and its peers against 34 public tables and two sets of texts, under 30 minutes: docs/accuracy.md
	@tools/setup program bench
	@cmake --build build --target tally_cli -j $(JOBS)
	@build/venv/bin/python bench/accuracy/run --data $(TABLES) --jobs $(JOBS) --document docs/accuracy.md

growth: python  ## measure how cost grows: the figures and pictures of docs/performance.md
	@cmake --build build --target tally_cli -j $(JOBS)
	@build/venv/bin/python bench/growth --folder build/bench docs

install:  ## install program, libraries and headers under PREFIX (/usr/local)
	@tools/setup program
	@[ -e build/build.ninja ] || cmake --preset program
	@cmake --build build -j $(JOBS)
	@cmake --install build --prefix $(PREFIX)

deb:  ## pack for Debian: build/packages (docs/packages.md)
	@tools/setup program python package
	@tools/make-deb build/packages $(JOBS)

release:  ## make wheel, sdist and Debian packages, with checksums, and try them on bare machines (UNTRIED=1: what cannot be tried here is only said): dist/
	@tools/setup program python parquet package
	@tools/make-release $(if $(UNTRIED),--untried) $(JOBS)

clean:  ## remove what was built
	rm -rf build build-lint build-sanitize build-fuzz dist
