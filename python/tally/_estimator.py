# SPDX-License-Identifier: Apache-2.0
"""What scikit-learn asks of an estimator, without scikit-learn."""

from __future__ import annotations

import copy
import inspect
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from sklearn.utils import Tags

from ._remembered import Remembered
from ._routing import Routed
from ._stored import Stored


class Estimator(Stored, Routed):
    """Parameters that are attributes named as in ``__init__``."""

    _remembered: Remembered
    _counting_parameters: frozenset[str] = frozenset()  # those that no question can change

    @classmethod
    def _parameter_names(cls) -> list[str]:
        return sorted(set(inspect.signature(cls.__init__).parameters) - {"self"})

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by name."""
        return {name: getattr(self, name) for name in self._parameter_names()}

    def set_params(self, **parameters: Any) -> Self:
        """Changes parameters; they act at the next question. Raises ValueError for an unknown name."""
        for name, value in parameters.items():
            if name not in self._parameter_names():
                raise ValueError(
                    f"Invalid parameter {name!r} for estimator {self}. "
                    f"Valid parameters are: {self._parameter_names()!r}."
                )
            setattr(self, name, value)
        return self

    def asked(self, **parameters: Any) -> Self:
        """The same counts with other parameters; this estimator stays as it is.

        Raises ValueError for an unknown name, and for a parameter that acts when rows are counted.
        """
        if not parameters:
            return self
        for name in self._counting_parameters & set(parameters):
            raise ValueError(f"{name} says how rows are counted: change it before fit, not in a question")
        other = copy.copy(self)
        other._remembered = Remembered()
        return other.set_params(**parameters)

    def __repr__(self) -> str:
        standard = inspect.signature(type(self).__init__).parameters
        told = [
            f"{name}={value!r}"
            for name, value in self.get_params().items()
            if value is not standard[name].default and repr(value) != repr(standard[name].default)
        ]
        return f"{type(self).__name__}({', '.join(told)})"

    def __sklearn_is_fitted__(self) -> bool:
        return "_model" in self.__dict__

    def __sklearn_tags__(self) -> Tags:
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags

        inputs = InputTags(two_d_array=True, categorical=True, string=True, allow_nan=True)
        return Tags(
            estimator_type="classifier",
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags(),
            regressor_tags=None,
            transformer_tags=None,
            input_tags=inputs,
        )
