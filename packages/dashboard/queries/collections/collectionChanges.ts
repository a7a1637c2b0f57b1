import type { Collection } from '@coffer/schema'
import type { QueryClient } from '@tanstack/react-query'
import { refreshRecordCounts } from '../records/recordCounts.ts'
import { removeInactiveRecords } from '../records/records.ts'
import { collectionsQuery } from './collections.ts'

/** A change to a collection made in this tab. */
export type CollectionChange = { kind: 'saved'; collection: Collection } | { kind: 'deleted'; id: string }

const channelName = 'coffer.collections'

/** Applies a change made in this tab to the cached list, then refetches it here and in other tabs. */
export function publishCollectionChange(queryClient: QueryClient, change: CollectionChange): void {
  queryClient.setQueryData(collectionsQuery.queryKey, known => known && applyChange(known, change))
  publishCollectionsChanged(queryClient)
}

/** Refetches the collections here and in other tabs. */
export function publishCollectionsChanged(queryClient: QueryClient): void {
  refetchCollections(queryClient)
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('changed')
  channel.close()
}

/** Refetches the collections when another tab has changed one. Returns a function that stops watching. */
export function watchCollectionChanges(queryClient: QueryClient): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = () => refetchCollections(queryClient)
  return () => channel.close()
}

function refetchCollections(queryClient: QueryClient): void {
  // A change can affect other collections: views select from them, and the server updates fields that reference a deleted one.
  void queryClient.invalidateQueries(collectionsQuery)
  refreshRecordCounts(queryClient)
  removeInactiveRecords(queryClient)
}

function applyChange(collections: readonly Collection[], change: CollectionChange): Collection[] {
  const id = change.kind === 'saved' ? change.collection.id : change.id
  const others = collections.filter(collection => collection.id !== id)
  const all = change.kind === 'saved' ? [...others, change.collection] : others
  // The server also sorts by code units, not by locale.
  return all.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}
