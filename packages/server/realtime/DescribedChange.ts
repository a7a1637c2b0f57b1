import type { Collection } from '@coffer/schema'
import type { Catalog } from '../catalog/Catalog.ts'
import type { PastVersion } from '../records/access/findAllowed.ts'
import type { RecordChange } from '../records/changes/RecordChange.ts'
import { rowOfValues } from '../records/rows/StoredRecord.ts'
import type { DescribeRequest, RealtimeContext } from './DescribedEvents.ts'

/** A change whose collection still exists, with the version of the record that it left. */
export interface DescribedChange {
  app: RealtimeContext
  change: RecordChange
  collection: Collection
  catalog: Catalog
  past: PastVersion
  /** Ids of collections with removed records that are not known here. */
  unknown: readonly string[]
  isMissed: boolean
}

/** Returns the change as the audiences see it; undefined if its collection does not exist anymore, or if nobody needs its record. */
export function describedChangeOf(
  app: RealtimeContext,
  { change, removed, isMissed = false }: DescribeRequest,
): DescribedChange | undefined {
  const { catalog } = app
  const collection = catalog.byId(change.collection.id)
  if (!collection || !change.record) return undefined
  return {
    app,
    change,
    collection,
    catalog,
    past: {
      collectionId: collection.id,
      record: change.record,
      row: rowOfValues(collection, change.record),
      ...(removed?.records && { others: removed.records }),
    },
    unknown: removed && !removed.records ? removed.collections : [],
    isMissed,
  }
}
