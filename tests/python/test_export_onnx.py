# SPDX-License-Identifier: Apache-2.0
"""ONNX models that `tally export` writes, checked by onnx and run by onnxruntime."""

import io
import json
import subprocess

import numpy as np
import pandas as pd
import pytest
from exported import NUMBERS, SECONDS, TRUTHS, Case, case, run  # noqa: F401

try:
    import onnx
    import onnxruntime
except ImportError:
    onnx = None
pytestmark = pytest.mark.skipif(onnx is None, reason="there is no onnx or no onnxruntime: tools/setup tests")


def onnx_inputs(session, rows):
    """What a model wants to be handed, of a table with types."""
    fed = {}
    for wanted in json.loads(session.get_modelmeta().custom_metadata_map["inputs"]):
        cells = rows[wanted["columns"]]
        if wanted["kind"] == "text":
            fed[wanted["name"]] = cells.astype(object).where(cells.notna(), "").to_numpy(dtype=object)
        else:
            fed[wanted["name"]] = cells.astype("Float64").to_numpy(dtype=float, na_value=np.nan)
    return fed


def onnx_session(case):
    exported = subprocess.run(
        [case.program, "export", case.model, "--to", "onnx", *case.question], capture_output=True, check=True
    ).stdout
    onnx.checker.check_model(onnx.load_from_string(exported), full_check=True)
    return onnxruntime.InferenceSession(exported, providers=["CPUExecutionProvider"])


def check(case):
    session = onnx_session(case)
    assert [(one.name, one.type) for one in session.get_outputs()] == [("label", "tensor(string)"), ("probabilities", "tensor(double)")]
    labels, p = session.run(None, onnx_inputs(session, case.typed()))
    case.check(labels, p)


def test_onnx(case):
    check(case)


def test_onnx_of_a_matrix_of_counts(program, tmp_path):
    case = Case("words", "naive", program, tmp_path)
    assert [one.name for one in onnx_session(case).get_inputs()] == ["words"]
    check(case)


def test_onnx_has_its_question_and_rows_to_try(case):
    session = onnx_session(case)
    about = session.get_modelmeta().custom_metadata_map
    assert json.loads(about["question"]) and about["target"] == case.target and about["rule"] in ("naive", "weighted")
    names = [name[2:-1] for name in case.answers.columns if name.startswith("p(")]
    assert [str(one).lower() if isinstance(one, bool) else str(one) for one in json.loads(about["classes"])] == names
    checks = json.loads(about["checks"])
    assert len(checks) == 4
    rows = pd.DataFrame([{**dict.fromkeys(case.rows.columns), **check["row"]} for check in checks])
    for name in case.kinds[NUMBERS]:
        seconds = case.kinds.get(SECONDS, {}).get(name)
        rows[name] = pd.to_numeric(rows[name] if seconds is None else rows[name].map(seconds, na_action="ignore"))
    for name in case.kinds[TRUTHS]:
        rows[name] = rows[name].map({"true": 1.0, "false": 0.0})
    _, p = session.run(None, onnx_inputs(session, rows))
    np.testing.assert_allclose(p, [check["posterior"] for check in checks], rtol=0, atol=1e-9)


def test_onnx_of_classes_that_are_integers_and_columns_named_like_outputs(program, tmp_path):
    rng = np.random.default_rng(2)
    klass = rng.integers(-1, 2, 300)
    frame = pd.DataFrame({"label": klass + rng.normal(size=300), "probabilities": rng.integers(0, 3, 300).astype(str), "y": klass})
    frame.to_csv(tmp_path / "t.csv", index=False)
    run(program, "fit", tmp_path / "t.csv", "--target", "y", "-o", tmp_path / "m.tally", "--family", "probabilities=categorical")
    run(program, "export", tmp_path / "m.tally", "--to", "onnx", "-o", tmp_path / "m.onnx")
    session = onnxruntime.InferenceSession(tmp_path / "m.onnx", providers=["CPUExecutionProvider"])
    assert [one.name for one in session.get_outputs()] == ["label_2", "probabilities_2"]
    labels, p = session.run(None, {"label": frame[["label"]].to_numpy(), "probabilities": frame[["probabilities"]].astype(float).to_numpy()})
    answers = pd.read_csv(io.StringIO(run(program, "predict", tmp_path / "m.tally", tmp_path / "t.csv")))
    assert labels.dtype == np.int64 and (labels == answers["prediction"]).all()
    np.testing.assert_allclose(p, answers.filter(regex=r"^p\(").to_numpy(), rtol=0, atol=1e-9)
