# SPDX-License-Identifier: Apache-2.0
"""NaiveBayes: one model from every library, the command line's file, and the laws."""

import datetime
import io
import pickle
import subprocess

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import stats
from sklearn.naive_bayes import CategoricalNB
from sklearn.utils.estimator_checks import check_estimator

import tally


def mixed(rows=400, seed=0) -> pd.DataFrame:
    """A table of every kind of column, with holes."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, rows)
    frame = pd.DataFrame(
        {
            "height": rng.normal(170 + 5 * y, 10),
            "visits": rng.poisson(2 + y),
            "colour": np.array(["red", "green", "blå", "灰"])[rng.integers(0, 4, rows) * (y > 0)],
            "member": rng.random(rows) < 0.3 + 0.2 * y,
            "kind": np.array(["low", "mid", "high"])[y],
        }
    )
    frame.loc[rng.random(rows) < 0.1, "height"] = np.nan
    frame.loc[rng.random(rows) < 0.1, "colour"] = None
    return frame


def image(model, folder) -> bytes:
    """The bytes of a model's file."""
    path = folder / "model.tally"
    path.unlink(missing_ok=True)
    model.save(path)
    return path.read_bytes()


def test_every_library_gives_the_same_bytes(tmp_path):
    frame = mixed()
    arrow = pa.Table.from_pandas(frame, preserve_index=False)
    chunks = pa.Table.from_batches(arrow.to_batches(max_chunksize=37))
    views = arrow.set_column(2, "colour", arrow["colour"].cast(pa.string_view()))
    dictionaries = arrow.set_column(2, "colour", arrow["colour"].dictionary_encode())
    tables = {
        "pandas": frame,
        "pandas, shuffled, with an index": frame.sample(frac=1, random_state=1).set_index(
            np.arange(400) * 3
        ),
        "pandas, categories": frame.astype({"colour": "category", "kind": "category"}),
        "pandas, objects": frame.astype({"colour": object, "kind": object, "member": object}),
        "pandas, nullable": frame.astype({"visits": "Int64", "member": "boolean", "height": "Float64"}),
        "pandas, arrow": frame.convert_dtypes(dtype_backend="pyarrow"),
        "polars": pl.from_pandas(frame),
        "polars, categories": pl.from_pandas(frame).with_columns(pl.col("colour").cast(pl.Categorical)),
        "pyarrow": arrow,
        "pyarrow, chunks": chunks,
        "pyarrow, views": views,
        "pyarrow, dictionaries": dictionaries,
        "duckdb": duckdb.sql("SELECT * FROM arrow"),
        "dict": {name: frame[name].tolist() for name in frame},
        "dict of arrays": {name: frame[name].to_numpy() for name in frame},
    }
    images = {
        name: image(tally.NaiveBayes().fit(table, "kind"), tmp_path) for name, table in tables.items()
    }
    different = [name for name in images if images[name] != images["pandas"]]
    assert not different


def test_the_command_line_writes_and_reads_the_same_file(tmp_path, program):
    frame = mixed()
    frame.to_csv(tmp_path / "mixed.csv", index=False)
    run = lambda *words: subprocess.run([program, *words], check=True, capture_output=True, text=True)
    theirs = tmp_path / "cli.tally"
    run("fit", str(tmp_path / "mixed.csv"), "--target", "kind", "-o", str(theirs))
    assert image(tally.NaiveBayes().fit(frame, "kind"), tmp_path) == theirs.read_bytes()
    loaded = tally.NaiveBayes.load(theirs)
    np.testing.assert_array_equal(
        loaded.predict_proba(frame), tally.NaiveBayes().fit(frame, "kind").predict_proba(frame)
    )
    other = tmp_path / "asked.tally"
    run("fit", str(tmp_path / "mixed.csv"), "--target", "kind", "-o", str(other), "--lambda", "0.5",
        "--family", "visits=poisson")  # fmt: skip
    # A question that names λ is one to naive, and the program keeps it as such.
    asked = tally.NaiveBayes(lam=0.5, rule="naive", families={"visits": "poisson"}).fit(frame, "kind")
    assert image(asked, tmp_path) == other.read_bytes()
    assert tally.NaiveBayes.load(other).lam == 0.5
    answers = run("predict", str(other), str(tmp_path / "mixed.csv")).stdout.splitlines()[1:]
    assert [line.split(",")[0] for line in answers] == asked.predict(frame).tolist()


@pytest.mark.parametrize(
    "question",
    [
        [],
        ["--lambda", "0", "--prior", "high=0.2,low=0.3,mid=0.5"],
        ["--var-smoothing", "0.5", "--variance", "sample"],
        ["--estimate", "map", "--prior-kappa", "2", "--lambda", "2"],
        ["--estimate", "bayes", "--prior-mean", "3"],
    ],
)
def test_a_file_brings_its_question(tmp_path, program, question):
    frame = mixed()
    frame.to_csv(tmp_path / "mixed.csv", index=False)
    run = lambda *words: subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout
    model = tmp_path / "model.tally"
    run("fit", str(tmp_path / "mixed.csv"), "--target", "kind", "--count", "naive", "-o", str(model), *question)
    loaded = tally.NaiveBayes.load(model)
    answers = pd.read_csv(io.StringIO(run("predict", str(model), str(tmp_path / "mixed.csv"), "--log-evidence")))
    assert answers.iloc[:, 0].tolist() == loaded.predict(frame).tolist()
    assert np.array_equal(answers.iloc[:, 1:4].to_numpy(), loaded.predict_proba(frame))
    assert np.array_equal(answers.iloc[:, 4].to_numpy(), loaded.log_evidence(frame))
    bytes_before = model.read_bytes()
    assert image(loaded, tmp_path) == bytes_before
    assert image(loaded + loaded - loaded, tmp_path) == bytes_before
    assert image(pickle.loads(pickle.dumps(loaded)), tmp_path) == bytes_before


def test_a_column_is_cut_where_it_is_told(tmp_path):
    rng = np.random.default_rng(3)
    y = rng.integers(0, 3, 200)
    age = np.where(rng.random(200) < 0.1, np.nan, np.round(rng.normal(20 + 20 * y, 15)))
    age[:3] = 18, 30, 65
    model = tally.NaiveBayes(families={"age": "binned:18,30,65"}, prior="empirical").fit({"age": age, "y": y}, "y")
    assert model.families_ == {"age": "binned"}
    some = ~np.isnan(age)
    peer = CategoricalNB(min_categories=4).fit(np.searchsorted([18, 30, 65], age[some])[:, None], y[some])
    peer.class_log_prior_ = np.log(np.bincount(y) / 200)  # of those without an age, too
    asked = np.array([-5.0, 18, 18.5, 30, 65, 66])
    np.testing.assert_allclose(
        model.predict_proba({"age": asked}, rule="naive"),
        peer.predict_proba(np.searchsorted([18, 30, 65], asked)[:, None]),
        rtol=1e-12,
    )
    model.save(tmp_path / "model.tally")
    again = tally.NaiveBayes.load(tmp_path / "model.tally")
    assert again.families == {"age": "binned:18,30,65"}
    np.testing.assert_array_equal(again.predict_proba({"age": asked}), model.predict_proba({"age": asked}))
    for told in ("binned", "binned:", "binned:30,18", "binned:18,old", "binned:inf"):
        with pytest.raises(ValueError, match="binned"):
            tally.NaiveBayes(families={"age": told}).fit({"age": age, "y": y}, "y")
    with pytest.raises(ValueError, match="finite"):
        model.predict({"age": [np.inf]})


def test_families_are_inferred_and_told():
    frame = mixed()
    frame["day"] = [datetime.date(1970, 1, 1) + datetime.timedelta(int(d)) for d in range(400)]
    model = tally.NaiveBayes().fit(frame, "kind")
    assert model.families_ == {
        "colour": "categorical",
        "day": "gaussian",
        "height": "gaussian",
        "member": "bernoulli",
        "visits": "gaussian",
    }
    assert model.counts("day").loc["sum"].sum() == 86400 * 400 * 399 / 2
    polars_day = tally.NaiveBayes().fit(pl.from_pandas(frame), "kind")
    assert (polars_day.counts("day") == model.counts("day")).all().all()
    told = tally.NaiveBayes(families={"vis*": "categorical", "height": "bernoulli"}).fit(frame, "kind")
    assert told.families_["visits"] == "categorical" and told.families_["height"] == "bernoulli"
    with pytest.raises(ValueError, match="no column 'nope'"):
        tally.NaiveBayes(families={"nope": "gaussian"}).fit(frame, "kind")
    with pytest.raises(ValueError, match="'colour' holds texts and cannot be gaussian"):
        tally.NaiveBayes(families={"colour": "gaussian"}).fit(frame, "kind")


def test_closed_form_of_a_small_table():
    table = {"colour": ["r", "r", "g", None], "size": [1.0, 3.0, 2.0, 2.0], "y": ["a", "a", "b", "b"]}
    model = tally.NaiveBayes(lam=1).fit(table, "y")
    joint = model.predict_joint_log_proba({"colour": ["r"], "size": [None]})
    np.testing.assert_allclose(np.exp(joint), [[3 / 6 * 3 / 4, 3 / 6 * 1 / 3]], rtol=1e-14)
    density = np.exp(-0.5) / np.sqrt(2 * np.pi)
    only_a = model.predict_joint_log_proba({"colour": [None], "size": [1.0]})[0, 0]
    np.testing.assert_allclose(np.exp(only_a), density / 2, rtol=1e-14)
    np.testing.assert_allclose(model.log_evidence({"colour": ["r"], "size": [None]}), np.log(np.exp(joint).sum()))
    # With λ = 0 a value that a class never had is impossible; two of them leave no class at all.
    assert model.predict({"colour": ["g"], "size": [None]}, lam=0).tolist() == ["b"]
    assert model.predict({"colour": ["new"], "size": [None]}, lam=0).tolist() == [None]
    assert np.isneginf(model.log_evidence({"colour": ["new"], "size": [None]}, lam=0)).all()


def counter(**parameters) -> tally.NaiveBayes:
    """What it has counted is all there is; weights of rules are learned, and are not added up (test_rules.py)."""
    return tally.NaiveBayes(count="naive", **parameters)


def test_learning_forgetting_and_sums(tmp_path):
    frame = mixed()
    whole = counter().fit(frame, "kind")
    first, second = counter().fit(frame[:150], "kind"), counter().fit(frame[150:], "kind")
    assert image(first + second, tmp_path) == image(whole, tmp_path)
    assert image(whole - second, tmp_path) == image(first, tmp_path)
    learned = counter().fit(frame[:150], "kind").learn(frame[150:])
    assert image(learned, tmp_path) == image(whole, tmp_path)
    assert image(learned.forget(frame[150:]), tmp_path) == image(first, tmp_path)
    with pytest.raises(ValueError, match="schemas differ"):
        first + counter().fit(frame[["height", "kind"]], "kind")
    with pytest.raises(ValueError):
        first.forget(frame)
    assert image(first, tmp_path) == image(whole - second, tmp_path)


def test_weights_are_repetitions(tmp_path):
    frame = mixed()
    times = np.random.default_rng(1).integers(0, 4, 400)
    weighted = tally.NaiveBayes().fit(frame, "kind", sample_weight=times)
    repeated = tally.NaiveBayes().fit(frame.loc[frame.index.repeat(times)], "kind")
    assert image(weighted, tmp_path) == image(repeated, tmp_path)
    named = tally.NaiveBayes().fit(frame.assign(times=times), "kind", sample_weight="times")
    assert np.array_equal(named.predict_proba(frame, rule="naive"), repeated.predict_proba(frame, rule="naive"))
    assert "times" not in named.families_
    # What is added up has to be of one schema, whatever each part says about few whole numbers.
    told = {"visits": "gaussian"}
    weighted = counter(families=told).fit(frame, "kind", sample_weight=times)
    repeated = counter(families=told).fit(frame.loc[frame.index.repeat(times)], "kind")
    weighted.learn(frame, sample_weight=times).forget(frame, sample_weight=times)
    assert image(weighted, tmp_path) == image(repeated, tmp_path)
    whole = counter(families=told).fit(pd.concat([frame, frame.loc[frame.index.repeat(times)]]), "kind")
    plain = counter(families=told).fit(frame, "kind")
    assert image(plain + weighted, tmp_path) == image(whole, tmp_path)
    assert image(plain.learn(frame, sample_weight=times), tmp_path) == image(whole, tmp_path)
    assert image(plain.forget(frame), tmp_path) == image(repeated, tmp_path)
    with pytest.raises(ValueError, match="no column 'tims' for the weight"):
        tally.NaiveBayes().fit(frame.assign(times=times), "kind", sample_weight="tims")


def test_a_named_weight_gives_way_to_one_that_is_told():
    frame = mixed().assign(times=np.random.default_rng(1).integers(0, 4, 400))
    model = tally.NaiveBayes().fit(frame, "kind", sample_weight="times")
    twice = 2 * model.class_count_
    assert model.learn(frame).class_count_.tolist() == twice.tolist()
    once = tally.NaiveBayes().fit(frame.drop(columns="times"), "kind").class_count_
    assert model.learn(frame, sample_weight=np.ones(400)).class_count_.tolist() == (twice + once).tolist()
    right = model.predict(frame) == frame["kind"]
    assert model.score(frame, "kind", sample_weight=np.arange(400)) == pytest.approx(
        np.average(right, weights=np.arange(400)), rel=1e-12
    )


def test_weights_count_in_cross_validation():
    frame = mixed(60).reset_index(drop=True)
    times = np.random.default_rng(1).integers(1, 4, 60)
    right = 0
    for row in range(60):
        rest = tally.NaiveBayes().fit(frame.drop(row), "kind", sample_weight=np.delete(times, row))
        right += times[row] * (rest.predict(frame.iloc[[row]])[0] == frame["kind"][row])
    left_out = tally.NaiveBayes().cv(frame, "kind", loo=True, sample_weight=times)
    assert left_out["accuracy"] == pytest.approx(right / times.sum(), rel=1e-12)


def test_threads_change_nothing(tmp_path):
    frame = mixed(40_000)
    images, answers = set(), set()
    for jobs in (1, 2, 3):
        model = tally.NaiveBayes(n_jobs=jobs).fit(frame, "kind")
        images.add(image(model, tmp_path))
        answers.add(model.predict_proba(frame).tobytes())
    assert len(images) == len(answers) == 1


def test_parameters_act_at_question_time():
    frame = mixed()
    model = tally.NaiveBayes().fit(frame, "kind")
    for parameters in ({"lam": 3.0}, {"prior": "uniform"}, {"estimate": "bayes"},
                       {"prior": [0.2, 0.3, 0.5]}, {"prior": {"low": 0.1, "mid": 0.1, "high": 0.8}}):  # fmt: skip
        again = tally.NaiveBayes(**parameters).fit(frame, "kind").predict_proba(frame)
        assert np.array_equal(model.predict_proba(frame, **parameters), again)
        assert not np.array_equal(model.predict_proba(frame), again)
    assert model.get_params()["lam"] == 1.0


def test_decisions_weigh_losses():
    frame = mixed()
    model = tally.NaiveBayes().fit(frame, "kind")
    posterior = model.predict_proba(frame)
    costs = np.array([[0, 1, 2], [5, 0, 1], [1, 3, 0]])
    risk = model.risk(frame, loss=costs)
    np.testing.assert_allclose(risk, posterior @ costs.T, rtol=1e-12)
    assert (model.decide(frame, loss=costs) == model.classes_[risk.argmin(axis=1)]).all()
    named = {"low": dict(zip(["high", "low", "mid"], costs[1])), "high": dict(zip(["high", "low", "mid"], costs[0])),
             "mid": dict(zip(["high", "low", "mid"], costs[2]))}  # fmt: skip
    assert (model.decide(frame, loss=named) == model.decide(frame, loss=costs)).all()
    rejected = model.decide(frame, loss=0.3) == "reject"
    assert (rejected == (posterior.max(axis=1) < 0.7)).all() and 0 < rejected.sum() < 400
    weights = {"low": 4.0, "mid": 1.0, "high": 2.0}
    scaled = posterior * [weights[k] for k in model.classes_]
    assert (model.predict(frame, class_weight=weights) == model.classes_[scaled.argmax(axis=1)]).all()


def test_cross_validation_is_fitting_again():
    frame = mixed(60).reset_index(drop=True)
    model = tally.NaiveBayes(lam=0.5)
    right, loss = 0, 0.0
    for row in range(60):
        rest = tally.NaiveBayes(lam=0.5).fit(frame.drop(row), "kind")
        here = frame.iloc[[row]]
        right += rest.predict(here)[0] == here["kind"].iloc[0]
        loss -= rest.predict_log_proba(here)[0, list(rest.classes_).index(here["kind"].iloc[0])]
    left_out = model.cv(frame, "kind", loo=True)
    assert left_out["accuracy"] == right / 60
    assert left_out["log_loss"] == pytest.approx(loss / 60, rel=1e-12)
    many = model.cv(frame, "kind", folds=5, lam=[0.1, 0.5])
    assert [result["lam"] for result in many] == [0.1, 0.5]
    assert many[1]["accuracy"] == model.cv(frame, "kind", folds=5)["accuracy"]


def test_explanations():
    frame = mixed()
    model = tally.NaiveBayes().fit(frame, "kind")
    why = model.explain({"colour": "red", "visits": 3})
    row = pd.DataFrame({"colour": ["red"], "visits": [3], "height": [np.nan], "member": [None]})
    assert why.decision == model.predict(row)[0]
    assert list(why.posterior.values()) == model.predict_proba(row)[0].tolist()
    assert {entry["feature"] for entry in why.contributions} == {"colour", "visits"}
    assert "Prior" in str(why) and "<table" in why._repr_html_()
    assert why.to_frame().columns.tolist() == ["feature", "value", "log_odds"]
    assert model.explain(frame[:1]).decision == model.predict(frame[:1])[0]
    assert model.explain(frame.iloc[0]).posterior == model.explain(frame[:1]).posterior
    numbered = tally.NaiveBayes().fit(frame.assign(kind=frame["visits"] % 2), "kind")
    assert numbered.explain(frame[:1]).decision == numbered.predict(frame[:1])[0]
    assert list(numbered.explain(frame[:1]).posterior) == [0, 1]
    with pytest.raises(ValueError, match="no column 'color'"):
        model.explain({"color": "red"})
    with pytest.raises(ValueError, match="one row"):
        model.explain(frame)


def test_counts_and_categories():
    frame = mixed()
    model = tally.NaiveBayes().fit(frame.astype({"colour": "category"}), "kind")
    expected = pd.crosstab(frame["colour"], frame["kind"])
    counts = model.counts("colour")
    assert counts.loc[expected.index, expected.columns].eq(expected).all().all()
    unused = frame["colour"].astype(pd.CategoricalDtype(["red", "green", "blå", "灰", "never"]))
    with_unused = tally.NaiveBayes().fit(frame.assign(colour=unused), "kind")
    assert "never" not in with_unused.counts("colour").index
    assert np.array_equal(with_unused.predict_proba(frame), model.predict_proba(frame))
    dictionary = pa.DictionaryArray.from_arrays(pa.array([0, 1, None, 0]), ["red", "green", "never"])
    table = pa.table({"colour": dictionary, "kind": ["a", "b", "a", "b"]})
    for data in (table, pl.from_arrow(table)):
        assert tally.NaiveBayes().fit(data, "kind").counts("colour").index.tolist()[:2] == ["green", "red"]
    classes = pd.Categorical(["x", "y"] * 200, categories=["x", "y", "never"])
    assert tally.NaiveBayes().fit(frame, classes).classes_.tolist() == ["x", "y"]


def test_errors_name_the_column():
    frame = mixed()
    frame["odd"] = [1, "two"] * 200
    with pytest.raises(ValueError, match="column 'odd' mixes number and text"):
        tally.NaiveBayes().fit(frame, "kind")
    nested = pa.table({"odd": [[1], [2]], "kind": ["a", "b"]})
    with pytest.raises(ValueError, match="'odd'"):
        tally.NaiveBayes().fit(nested, "kind")
    infinite = mixed().assign(height=np.inf)
    with pytest.raises(ValueError, match="height"):
        tally.NaiveBayes().fit(infinite, "kind")
    with pytest.raises(ValueError, match="no feature is left"):
        tally.NaiveBayes().fit({"a": [None, None], "y": [0, 1]}, "y")
    with pytest.raises(ValueError, match="no column 'sort'"):
        tally.NaiveBayes().fit(mixed(), "sort")
    model = tally.NaiveBayes().fit(mixed(), "kind")
    with pytest.raises(ValueError, match="height"):
        model.predict(mixed().drop(columns="height"))
    with pytest.raises(FileNotFoundError):
        tally.NaiveBayes.load("/nowhere/model.tally")


def test_samples_follow_the_model():
    frame = mixed()
    model = tally.NaiveBayes().fit(frame, "kind")
    drawn = model.sample(20_000, seed=1)
    assert drawn.equals(model.sample(20_000, seed=1))
    again = tally.NaiveBayes().fit(drawn, "kind")
    np.testing.assert_allclose(
        again.predict_proba(frame), model.predict_proba(frame), atol=0.1
    )


def test_arrays_and_targets_apart(tmp_path):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(100, 3)), rng.integers(0, 2, 100)
    model = tally.NaiveBayes().fit(X, y)
    assert model.families_ == {"x0": "gaussian", "x1": "gaussian", "x2": "gaussian"}
    reference = tally.GaussianNB(var_smoothing=0, priors=(np.bincount(y) + 1) / 102).fit(X, y)
    np.testing.assert_allclose(model.predict_proba(X), reference.predict_proba(X), rtol=1e-10)
    assert model.predict(X).dtype == y.dtype
    frame = mixed()
    apart = tally.NaiveBayes().fit(frame.drop(columns="kind"), frame["kind"])
    together = tally.NaiveBayes().fit(frame, "kind")
    assert image(apart, tmp_path) == image(together, tmp_path)  # a Series brings its name
    assert "<td>colour</td><td>categorical</td>" in apart._repr_html_()
    named = frame.drop(columns="kind").rename(columns={"height": "target"})
    other = tally.NaiveBayes().fit(named, frame["kind"].tolist())
    assert "target" in other.families_
    np.testing.assert_allclose(other.predict_proba(named), together.predict_proba(frame), rtol=1e-12)
    assert np.array_equal(other.learn(named, frame["kind"].tolist()).class_count_, 2 * together.class_count_)
    with pytest.raises(ValueError, match="'sample_weight'"):
        tally.NaiveBayes().fit(frame.assign(sample_weight=1), "kind", sample_weight=np.ones(400))


@pytest.mark.filterwarnings("ignore")
def test_it_is_a_scikit_learn_estimator():
    results = check_estimator(tally.NaiveBayes(), on_fail=None, on_skip=None)
    assert [r["check_name"] for r in results if r["status"] == "failed"] == []


def test_counts_with_more_spread_than_poisson():
    visits, kinds = [0, 1, 1, 4, 9, 2, 2, 2, 1, 3], ["ill"] * 5 + ["well"] * 5
    model = tally.NaiveBayes(families={"visits": "negative-binomial"}).fit({"visits": visits}, kinds)
    for x in (0, 3, 20):
        ill = stats.nbinom(9 / 7.8, (3 / 7.8) / (3 / 7.8 + 1)).pmf(x)  # mean 3, variance 10.8
        well = stats.poisson(2).pmf(x)  # mean 2, variance 0.4
        expected = [[ill / (ill + well), well / (ill + well)]]
        np.testing.assert_allclose(model.predict_proba({"visits": [x]}), expected, rtol=1e-12)
