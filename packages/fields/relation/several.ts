import type { RelationOptions } from './options.ts'

type Counts = Pick<RelationOptions, 'minSelect' | 'maxSelect'>

/** The options of a relation to one record. */
export const toSingle: Counts = { minSelect: null, maxSelect: 1 }

/** The options of a relation to any number of records. */
export const toMultiple: Partial<Counts> = { maxSelect: null }
