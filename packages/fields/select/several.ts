/** The settings of a select that holds several of its values: all of them, and two at least, because one would be a single. */
export const toMultiple = (values: readonly string[] | null) => ({ maxSelect: Math.max(2, values?.length ?? 0) })
