import type { RelationOptions } from './options.ts'

type Counts = Pick<RelationOptions, 'minSelect' | 'maxSelect'>

/** The settings of a relation to one record. */
export const toSingle: Counts = { minSelect: null, maxSelect: 1 }

/** The settings of a relation to as many records as one likes. */
export const toMultiple: Partial<Counts> = { maxSelect: null }
