import type { RecordJson } from '@coffer/fields/ui'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'
import { type UploadProgress, uploadFetch } from '../connection/uploadFetch.ts'

/** Loads a complete record. Refetched at each opening, because lists contain excerpts and other users write too. */
export function recordQuery(collectionId: string, id: string, expand: string, opening: number) {
  return queryOptions({
    queryKey: ['record', collectionId, id, opening],
    queryFn: ({ signal }) => fetchRecord(collectionId, id, expand, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Fetches a complete record. */
export function fetchRecord(collectionId: string, id: string, expand = '', signal?: AbortSignal): Promise<RecordJson> {
  return client.collection<RecordJson>(collectionId).getOne(id, { ...(expand !== '' && { expand }), ...(signal && { signal }) })
}

/** Fetches a record; undefined if it does not exist. */
export async function findRecord(collectionId: string, id: string): Promise<RecordJson | undefined> {
  const filter = client.filter('id = {:id}', { id })
  const { items } = await client.collection<RecordJson>(collectionId).getList(1, 1, { filter, skipTotal: true })
  return items[0]
}

/** Finds the records with an id in several collections. Collections whose request fails are ignored. */
export function recordsWithIdQuery(id: string, collectionIds: readonly string[]) {
  return queryOptions({
    queryKey: ['recordsWithId', id, collectionIds],
    queryFn: async (): Promise<RecordJson[]> => {
      const results = await Promise.allSettled(collectionIds.map(collectionId => findRecord(collectionId, id)))
      return results.flatMap(result => (result.status === 'fulfilled' && result.value) || [])
    },
    gcTime: 0,
  })
}

/** Reports the progress of a write, and can abort it. */
interface UploadOptions {
  report: (progress: UploadProgress) => void
  signal: AbortSignal
}

/**
 * Updates a record, or creates one if no id is given. Returns it as stored.
 * @param upload for bodies large enough to show progress
 */
export function saveRecord(
  collectionId: string,
  id: string | undefined,
  body: FormData,
  upload?: UploadOptions,
): Promise<RecordJson> {
  const collection = client.collection<RecordJson>(collectionId)
  // With `explain`, errors contain the original file names.
  const options = upload ? { query: { explain: 1 }, fetch: uploadFetch(upload.report), signal: upload.signal } : {}
  return id === undefined ? collection.create(body, options) : collection.update(id, body, options)
}

/**
 * Updates some values of a record. Keys can end in `+` or `-`.
 * @param undoKey the key under which the server temporarily stores the overwritten values
 */
export async function changeRecord(
  collectionId: string,
  id: string,
  body: Record<string, unknown>,
  undoKey: string,
): Promise<void> {
  await client.collection(collectionId).update(id, body, { query: { fields: 'id', undo: undoKey } })
}

/**
 * Deletes a record.
 * @param undoKey the key under which the server temporarily stores the record
 */
export async function deleteRecord(collectionId: string, id: string, undoKey: string): Promise<void> {
  await client.collection(collectionId).delete(id, { query: { undo: undoKey } })
}

/** Loads any one record of a collection; null if it is empty. */
export function storedExampleQuery(collectionId: string) {
  return queryOptions({
    queryKey: ['record', collectionId, 'example'],
    queryFn: async ({ signal }) => {
      const { items } = await client.collection<RecordJson>(collectionId).getList(1, 1, { skipTotal: true, signal })
      return items[0] ?? null
    },
    staleTime: 60_000,
  })
}
