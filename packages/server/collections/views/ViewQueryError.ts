/** Thrown when the query of a view collection is invalid. */
export class ViewQueryError extends Error {}
