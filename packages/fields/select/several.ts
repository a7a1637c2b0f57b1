/** The options of a select with several values. The maximum is their number, at least 2, because 1 would mean a single value. */
export const toMultiple = (values: readonly string[] | null) => ({ maxSelect: Math.max(2, values?.length ?? 0) })
