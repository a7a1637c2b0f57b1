import type { Collection, CollectionForm, ImportedCollection } from '@coffer/schema'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CollectionModel } from 'pocketbase'
import { client } from '../connection/client.ts'
import { prefetchedFetch } from '../connection/prefetchedResponses.ts'

/** Lists all collections by name. */
export const collectionsQuery = queryOptions({
  queryKey: ['collections'],
  queryFn: ({ signal }) =>
    client.collections.getFullList<Collection>({ batch: 200, sort: '+name', signal, fetch: prefetchedFetch }),
  staleTime: 30_000,
})

/** Loads all collections before a screen needs them. Discards a failure, so that the screen fetches again and reports it. */
export function prefetchCollections(queryClient: QueryClient): void {
  const { queryKey } = collectionsQuery
  queryClient.fetchQuery(collectionsQuery).catch(() => queryClient.removeQueries({ queryKey, exact: true, type: 'inactive' }))
}

/** Lists all collections by name, bypassing the cached list. */
export const currentCollectionsQuery = (batch: number) =>
  queryOptions({
    queryKey: ['collections', 'current', batch],
    queryFn: ({ signal }) => client.collections.getFullList<Collection>({ batch, sort: '+name', signal }),
    staleTime: 0,
  })

/** Fetches a collection, bypassing the cache. Fails with 404 if it no longer exists. */
export function fetchCollection(id: string): Promise<Collection> {
  return client.collections.getOne<Collection>(id)
}

/**
 * Creates a collection, or updates the given keys of the stored one. Returns it as stored. Errors in rules include their position.
 * Fails with 412 if someone else has changed the collection since it was loaded.
 */
export function saveCollection(
  stored: Pick<Collection, 'id' | 'updated'> | undefined,
  form: Partial<CollectionForm>,
): Promise<Collection> {
  return stored === undefined
    ? client.collections.create<Collection>(form, { query: { explain: 1 } })
    : client.collections.update<Collection>(stored.id, form, { query: { explain: 1, ifUpdated: stored.updated } })
}

/**
 * Imports collections.
 * @param deletesMissing whether to delete collections and fields that the import does not contain
 */
export async function importCollections(collections: readonly ImportedCollection[], deletesMissing: boolean): Promise<void> {
  const sent = collections.map(({ created: _created, updated: _updated, ...collection }) => collection)
  await client.collections.import(sent as unknown as CollectionModel[], deletesMissing)
}

/** Deletes a collection and all its records. */
export async function deleteCollection(id: string): Promise<void> {
  await client.collections.delete(id)
}
