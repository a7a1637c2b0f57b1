import { queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'

interface CountedRecords {
  collectionName: string
  count: number
}

export interface DeletionPreview {
  /** The other records that would be deleted. */
  deleted: readonly CountedRecords[]
  /** Records that prevent the deletion with a required relation. */
  requiredBy: readonly CountedRecords[]
  /** Whether the counts are exact and not lower bounds. */
  isComplete: boolean
}

export interface TruncationPreview extends DeletionPreview {
  /** All records of the collection. Absent if counting them took too long. */
  records?: number
  /** The files of these records. */
  files?: number
}

const path = '/api/deletions/preview'

/** Maximum number of ids sent: about 180 kB. */
const maxIds = 10_000

/** Counts the other records that deleting these would delete. Not cached between uses. */
export function deletionPreviewQuery(collectionId: string, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['deletionPreview', collectionId, ids],
    queryFn: async ({ signal }): Promise<DeletionPreview> => {
      const body = { collection: collectionId, ids: ids.slice(0, maxIds) }
      const preview = await client.send<DeletionPreview>(path, { method: 'POST', body, signal })
      return { ...preview, isComplete: preview.isComplete && ids.length <= maxIds }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Counts the records and files of a collection, and the other records that deleting all of them would delete. Never cached. */
export function truncationPreviewQuery(collectionId: string) {
  return queryOptions({
    queryKey: ['truncationPreview', collectionId],
    queryFn: ({ signal }) =>
      client.send<TruncationPreview>(path, { method: 'POST', body: { collection: collectionId, all: true }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}
