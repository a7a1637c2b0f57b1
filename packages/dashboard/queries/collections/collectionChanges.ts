import type { Collection } from '@coffer/schema'
import type { QueryClient } from '@tanstack/react-query'
import { renewRecordCounts } from '../records/recordCounts.ts'
import { forgetUnseenRecords } from '../records/records.ts'
import { collectionsQuery } from './collections.ts'

/** A change of a collection that was made here. */
export type CollectionChange = { kind: 'saved'; collection: Collection } | { kind: 'deleted'; id: string }

const channelName = 'coffer.collections'

/** Brings the list up to date with a change that was made here, and has other tabs read theirs anew. */
export function tellCollectionChange(queryClient: QueryClient, change: CollectionChange): void {
  queryClient.setQueryData(collectionsQuery.queryKey, known => known && applyChange(known, change))
  tellCollectionsChanged(queryClient)
}

/** Reads the collections anew, here and in other tabs. */
export function tellCollectionsChanged(queryClient: QueryClient): void {
  rereadCollections(queryClient)
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('changed')
  channel.close()
}

/** Reads the list anew whenever another tab changed a collection; returns the way to stop that. */
export function watchCollectionChanges(queryClient: QueryClient): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = () => rereadCollections(queryClient)
  return () => channel.close()
}

function rereadCollections(queryClient: QueryClient): void {
  // Views stand on other collections, and what refers to a deleted one is settled by the server.
  void queryClient.invalidateQueries(collectionsQuery)
  renewRecordCounts(queryClient)
  forgetUnseenRecords(queryClient)
}

function applyChange(collections: readonly Collection[], change: CollectionChange): Collection[] {
  const id = change.kind === 'saved' ? change.collection.id : change.id
  const others = collections.filter(collection => collection.id !== id)
  const all = change.kind === 'saved' ? [...others, change.collection] : others
  // The order of the server: by the bytes of the names.
  return all.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}
