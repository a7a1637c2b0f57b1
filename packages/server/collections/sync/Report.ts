import type { Collection } from '@coffer/schema'

/** Told what is about to be done to the table of a collection, for work that may take long. */
export type Report = (collection: Collection, step: string) => Promise<void>

export const noReport: Report = async () => undefined
