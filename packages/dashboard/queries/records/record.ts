import type { RecordJson } from '@coffer/fields/ui'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'
import { type UploadProgress, uploadFetch } from '../connection/uploadFetch.ts'

/** One whole record, as it was when it was opened. Each opening reads it anew, because lists hold excerpts and others write too. */
export function recordQuery(collectionId: string, id: string, expand: string, opening: number) {
  return queryOptions({
    queryKey: ['record', collectionId, id, opening],
    queryFn: ({ signal }) => fetchRecord(collectionId, id, expand, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** One record with all its values. */
export function fetchRecord(collectionId: string, id: string, expand = '', signal?: AbortSignal): Promise<RecordJson> {
  return client.collection<RecordJson>(collectionId).getOne(id, { ...(expand !== '' && { expand }), ...(signal && { signal }) })
}

/** A record of which it is not known whether it is there. */
export async function findRecord(collectionId: string, id: string): Promise<RecordJson | undefined> {
  const filter = client.filter('id = {:id}', { id })
  const { items } = await client.collection<RecordJson>(collectionId).getList(1, 1, { filter, skipTotal: true })
  return items[0]
}

/** How to follow a write, and to give it up. */
interface Followed {
  report: (progress: UploadProgress) => void
  signal: AbortSignal
}

/**
 * Writes a record, creating it where no id is given, and answers it as stored.
 * @param followed for bodies large enough to take their time
 */
export function saveRecord(
  collectionId: string,
  id: string | undefined,
  body: FormData,
  followed?: Followed,
): Promise<RecordJson> {
  const collection = client.collection<RecordJson>(collectionId)
  // Explained errors call the files by their own names.
  const options = followed ? { query: { explain: 1 }, fetch: uploadFetch(followed.report), signal: followed.signal } : {}
  return id === undefined ? collection.create(body, options) : collection.update(id, body, options)
}

/**
 * Changes some values of a record; keys may end in `+` or `-`.
 * @param undoKey the key under which the server stores the overwritten values for a while
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
 * @param undoKey the key under which the server keeps it for a while
 */
export async function deleteRecord(collectionId: string, id: string, undoKey: string): Promise<void> {
  await client.collection(collectionId).delete(id, { query: { undo: undoKey } })
}
