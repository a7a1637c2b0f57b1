"""Adapts the requests that Schemathesis generates."""

import schemathesis


@schemathesis.hook
def map_query(context, query):
    """Leaves out `fields`: it removes keys from responses, which their schemas require."""
    if query:
        query.pop("fields", None)
    return query
