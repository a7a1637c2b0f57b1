import type { Field } from '@coffer/fields'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'
import { holdingFilter } from '../filters/holdingFilter.ts'

/** How many records would lose data if a collection, or some of its fields, were deleted. */
export interface AffectedRecords {
  /** All records of the collection. */
  total: number
  /** Number of records with a value in the field, by field id. */
  holding: ReadonlyMap<string, number>
  /** Number of records with more than one value in the field, by field id. */
  holdingSeveral: ReadonlyMap<string, number>
}

const none: readonly Field[] = []

/** Returns a filter for the records with more than one value in the field with the name. */
export function severalFilter(name: string): string {
  return `${name}:length > 1`
}

/**
 * Counts the records of a collection, the records with a value in each of `fields`, and the records that would lose values if the
 * `narrowed` fields accepted only one. Never cached, because users rely on it when they confirm a deletion.
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
        countEach(narrowed, ({ name }) => severalFilter(name)),
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
