# SPDX-License-Identifier: Apache-2.0
"""Metadata routing as scikit-learn has it; scikit-learn is imported when a request is made or read."""

from __future__ import annotations

from typing import Any, Self

_UNCHANGED = "$UNCHANGED$"  # as scikit-learn writes it
_TAKEN = {
    "fit": ("sample_weight",),
    "partial_fit": ("classes", "sample_weight"),
    "score": ("sample_weight",),
}

Request = bool | str | None


class Routed:
    """An estimator that says which metadata a ``Pipeline``, a search … shall hand to its methods.

    Of each kind of metadata the request is True (hand it over), False (do not), None (that it comes is
    an error, which is the default), or the name that it goes by outside.
    """

    def get_metadata_routing(self) -> Any:
        """The requests, a ``sklearn.utils.metadata_routing.MetadataRequest``."""
        from sklearn.utils.metadata_routing import MetadataRequest, get_routing_for_object

        if "_metadata_request" in self.__dict__:
            return get_routing_for_object(self._metadata_request)
        requests = MetadataRequest(owner=self)
        for method, names in _TAKEN.items():
            for name in names:
                getattr(requests, method).add_request(param=name, alias=None)
        return requests

    def set_fit_request(self, *, sample_weight: Request = _UNCHANGED) -> Self:
        """Says whether ``fit`` shall get ``sample_weight``. Raises as ``set_score_request``. Returns self."""
        return self._request("fit", sample_weight=sample_weight)

    def set_partial_fit_request(
        self, *, classes: Request = _UNCHANGED, sample_weight: Request = _UNCHANGED
    ) -> Self:
        """The same for ``partial_fit``, and for its ``classes``."""
        return self._request("partial_fit", classes=classes, sample_weight=sample_weight)

    def set_score_request(self, *, sample_weight: Request = _UNCHANGED) -> Self:
        """The same for ``score``.

        Raises RuntimeError unless ``sklearn.set_config(enable_metadata_routing=True)`` was called,
        ValueError for a request that is none. Returns self.
        """
        return self._request("score", sample_weight=sample_weight)

    def _request(self, method: str, **told: Request) -> Self:
        from sklearn import get_config

        if not get_config()["enable_metadata_routing"]:
            raise RuntimeError(
                "This method is only available when metadata routing is enabled. You can enable it"
                " using sklearn.set_config(enable_metadata_routing=True)."
            )
        requests = self.get_metadata_routing()
        for name, request in told.items():
            if request != _UNCHANGED:
                getattr(requests, method).add_request(param=name, alias=request)
        self._metadata_request = requests
        return self
