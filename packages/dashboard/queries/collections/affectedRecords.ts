import type { Field } from '@coffer/fields'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'
import { holdingFilter } from '../filters/holdingFilter.ts'

/** How much would be lost with a collection, or with some of its fields. */
export interface AffectedRecords {
  /** All records of the collection. */
  total: number
  /** By the id of the field: how many records hold a value in it. */
  holding: ReadonlyMap<string, number>
  /** By the id of the field: how many records hold more than one. */
  holdingSeveral: ReadonlyMap<string, number>
}

const none: readonly Field[] = []

/**
 * Counts what would be lost with a collection of records, with fields of it as they are stored, or with all values but one of
 * `narrowed` ones. Counted anew each time, for whoever asks is about to decide.
 */
export function affectedRecordsQuery(collectionId: string, fields: readonly Field[], narrowed = none) {
  return queryOptions({
    queryKey: ['affectedRecords', collectionId, fields.map(({ id }) => id), narrowed.map(({ id }) => id)],
    queryFn: async ({ signal }): Promise<AffectedRecords> => {
      const countEach = async (of: readonly Field[], filterOf: (field: Field) => string) =>
        new Map(await Promise.all(of.map(async field => [field.id, await count(collectionId, filterOf(field), signal)] as const)))
      const [total, holding, holdingSeveral] = await Promise.all([
        count(collectionId, '', signal),
        countEach(fields, holdingFilter),
        countEach(narrowed, ({ name }) => `${name}:length > 1`),
      ])
      return { total, holding, holdingSeveral }
    },
    staleTime: 0,
    gcTime: 0,
  })
}

async function count(collectionId: string, filter: string, signal: AbortSignal): Promise<number> {
  const { totalItems } = await client.collection(collectionId).getList(1, 1, { filter, fields: 'id', signal })
  return totalItems
}
