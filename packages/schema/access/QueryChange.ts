/** How the records of a view differ, by the query that shows them. */
export const queryDifferences = ['gained', 'lost', 'changed'] as const

/**
 * `gained`: only the new query shows the record. `lost`: only the old one does. `changed`: both show it, with other values in the columns
 * that both have.
 */
export type QueryDifference = (typeof queryDifferences)[number]

/** Records of a view that another query shows otherwise. */
export interface ChangedRecords {
  count: number
  /** Ids of the records, at most 1,000. */
  ids: string[]
}

/** What another query of a view changes in what it shows. All its records count, whichever of them its rules allow to read. */
export interface QueryChange extends Record<QueryDifference, ChangedRecords> {
  /** Names of the fields in responses that only the new query has. */
  newFields: string[]
  /** Names of the fields in responses that only the old query has. */
  lostFields: string[]
}
