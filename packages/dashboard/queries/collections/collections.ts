import type { Collection, CollectionForm, ImportedCollection } from '@coffer/schema'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { CollectionModel } from 'pocketbase'
import { client } from '../connection/client.ts'
import { fetchedAhead } from '../connection/fetchAhead.ts'

/** All collections by name. */
export const collectionsQuery = queryOptions({
  queryKey: ['collections'],
  queryFn: ({ signal }) => client.collections.getFullList<Collection>({ batch: 200, sort: '+name', signal, fetch: fetchedAhead }),
  staleTime: 30_000,
})

/** Asks for all collections before there is a screen that shows them. A failure is for the screens to tell, which ask again. */
export function askForCollections(queryClient: QueryClient): void {
  const { queryKey } = collectionsQuery
  queryClient.fetchQuery(collectionsQuery).catch(() => queryClient.removeQueries({ queryKey, exact: true, type: 'inactive' }))
}

/** All collections by name as they are at this moment, whatever the lists of the dashboard show. */
export const currentCollectionsQuery = (batch: number) =>
  queryOptions({
    queryKey: ['collections', 'current', batch],
    queryFn: ({ signal }) => client.collections.getFullList<Collection>({ batch, sort: '+name', signal }),
    staleTime: 0,
  })

/** A collection as it is stored now. Throws with status 404 where there is none any more. */
export function fetchCollection(id: string): Promise<Collection> {
  return client.collections.getOne<Collection>(id)
}

/**
 * Creates a collection, or changes the given keys of the stored one; returns it as stored. An error gives the position in a rule, and
 * has the status 412 when someone else has changed the collection in the meantime.
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
 * Brings collections to what an import says.
 * @param deletesMissing whether collections go that it does not name, and fields that its collections do not name
 */
export async function importCollections(collections: readonly ImportedCollection[], deletesMissing: boolean): Promise<void> {
  const sent = collections.map(({ created: _created, updated: _updated, ...collection }) => collection)
  await client.collections.import(sent as unknown as CollectionModel[], deletesMissing)
}

/** Deletes a collection and all its records. */
export async function deleteCollection(id: string): Promise<void> {
  await client.collections.delete(id)
}
