import type { RecordJson } from '@coffer/fields/ui'
import { queryOptions } from '@tanstack/react-query'
import { findRecord } from './record.ts'

/** Finds the records with an id in several collections. Collections whose request fails are ignored. */
export function recordsWithIdQuery(id: string, collectionIds: readonly string[]) {
  return queryOptions({
    queryKey: ['recordsWithId', id, collectionIds],
    queryFn: async (): Promise<RecordJson[]> => {
      const answers = await Promise.allSettled(collectionIds.map(collectionId => findRecord(collectionId, id)))
      return answers.flatMap(answer => (answer.status === 'fulfilled' && answer.value) || [])
    },
    gcTime: 0,
  })
}
