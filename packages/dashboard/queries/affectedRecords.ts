import type { Field } from '@coffer/fields'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { holdingFilter } from './holdingFilter.ts'

/** How much would be lost with a collection, or with some of its fields. */
export interface AffectedRecords {
  /** All records of the collection. */
  total: number
  /** By the id of the field: how many records hold a value in it. */
  holding: ReadonlyMap<string, number>
}

/**
 * Counts what would be lost with a collection of records, or with fields of it as they are stored. Counted anew each time, for
 * whoever asks is about to decide.
 */
export function affectedRecordsQuery(collectionId: string, fields: readonly Field[]) {
  return queryOptions({
    queryKey: ['affectedRecords', collectionId, fields.map(({ id }) => id)],
    queryFn: async ({ signal }): Promise<AffectedRecords> => {
      const [total, ...counts] = await Promise.all(
        ['', ...fields.map(holdingFilter)].map(filter => count(collectionId, filter, signal)),
      )
      return { total: total ?? 0, holding: new Map(fields.map(({ id }, at) => [id, counts[at] ?? 0])) }
    },
    staleTime: 0,
    gcTime: 0,
  })
}

async function count(collectionId: string, filter: string, signal: AbortSignal): Promise<number> {
  const { totalItems } = await client.collection(collectionId).getList(1, 1, { filter, fields: 'id', signal })
  return totalItems
}
