/** Why the query of a view collection cannot be used. */
export class ViewQueryError extends Error {}
