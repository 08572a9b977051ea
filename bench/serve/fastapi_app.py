# SPDX-License-Identifier: Apache-2.0
"""scikit-learn's GaussianNB behind FastAPI, as its documentation shows it."""

import os

import numpy
import pandas
from fastapi import FastAPI
from pydantic import BaseModel
from sklearn.naive_bayes import GaussianNB

table = pandas.read_csv(os.environ["DATA"])
columns = [name for name in table.columns if name != "species"]
model = GaussianNB().fit(table[columns].to_numpy(), table["species"])
app = FastAPI()


class Row(BaseModel):
    sepal_length: float
    sepal_width: float
    petal_length: float
    petal_width: float


@app.post("/predict")
def predict(row: Row) -> dict:
    p = model.predict_proba(numpy.array([[getattr(row, name) for name in columns]]))[0]
    best = int(p.argmax())
    return {"prediction": str(model.classes_[best]), "p": dict(zip(map(str, model.classes_), map(float, p), strict=True))}
