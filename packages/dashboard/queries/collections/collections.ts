import type { Collection, CollectionForm, ImportedCollection, ImportedTokens } from '@coffer/schema'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'
import { prefetchedFetch } from '../connection/prefetchedResponses.ts'

/** Asks for the options of auth collections that PocketBase 0.22 does not have. */
const withAllOptions = { coffer: true }

/** Lists all collections by name. */
export const collectionsQuery = queryOptions({
  queryKey: ['collections'],
  queryFn: ({ signal }) =>
    client.collections.getFullList<Collection>({
      batch: 200,
      sort: '+name',
      query: withAllOptions,
      signal,
      fetch: prefetchedFetch,
    }),
  staleTime: 30_000,
})

/** Loads all collections before a screen needs them. Discards a failure, so that the screen fetches again and reports it. */
export function prefetchCollections(queryClient: QueryClient): void {
  const { queryKey } = collectionsQuery
  queryClient.fetchQuery(collectionsQuery).catch(() => queryClient.removeQueries({ queryKey, exact: true, type: 'inactive' }))
}

/** Lists all collections by name, bypassing the cached list. */
export function currentCollectionsQuery(batch: number) {
  return queryOptions({
    queryKey: ['collections', 'current', batch],
    queryFn: ({ signal }) => client.collections.getFullList<Collection>({ batch, sort: '+name', query: withAllOptions, signal }),
    staleTime: 0,
  })
}

/** Fetches a collection, bypassing the cache. Fails with 404 if it no longer exists. */
export function fetchCollection(id: string): Promise<Collection> {
  return client.collections.getOne<Collection>(id, { query: withAllOptions })
}

const allowingFailing = (allows: boolean) => (allows ? { allowFailingTests: 1 } : {})

/**
 * Creates a collection, or updates the given keys of the stored one. Returns it as stored. Errors in rules include their position.
 * Fails with 412 if someone else has changed the collection since it was loaded, and with 400 if rule tests fail because of the change.
 * @param allowsFailingTests whether to save although rule tests fail
 */
export function saveCollection(
  stored: Pick<Collection, 'id' | 'updated'> | undefined,
  form: Partial<CollectionForm>,
  allowsFailingTests: boolean,
): Promise<Collection> {
  const query = { explain: 1, ...withAllOptions, ...allowingFailing(allowsFailingTests) }
  return stored === undefined
    ? client.collections.create<Collection>(form, { query })
    : client.collections.update<Collection>(stored.id, form, { query: { ...query, ifUpdated: stored.updated } })
}

interface CollectionImport {
  collections: readonly ImportedCollection[]
  /** Whether to delete collections and fields that the import does not contain. */
  deletesMissing: boolean
  /** The tokens of superusers to change; undefined for none. */
  superusers: ImportedTokens['sent'] | undefined
}

/**
 * Imports collections.
 * @param allowsFailingTests whether to import although rule tests fail
 */
export async function importCollections(
  { collections, deletesMissing, superusers }: CollectionImport,
  allowsFailingTests: boolean,
): Promise<true> {
  const sent = collections.map(({ created: _created, updated: _updated, ...collection }) => collection)
  await client.send('/api/collections/import', {
    method: 'PUT',
    body: { collections: sent, deleteMissing: deletesMissing, superusers },
    query: allowingFailing(allowsFailingTests),
  })
  return true
}

/** Deletes a collection and all its records. */
export async function deleteCollection(id: string): Promise<void> {
  await client.collections.delete(id)
}

/** Deletes all records of a collection, and the records that cascade. PocketBase 0.22 has no such route, hence the prefix. */
export async function truncateCollection(id: string): Promise<void> {
  await client.send(`/today/api/collections/${id}/truncate`, { method: 'DELETE' })
}
