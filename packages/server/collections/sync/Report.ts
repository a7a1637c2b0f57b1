import type { Collection } from '@coffer/schema'

/** Called before each step of a change to a collection's table that can take long. */
export type Report = (collection: Collection, step: string) => Promise<void>

export const noReport: Report = async () => undefined
