import type { DataEvent } from '../db/commits.ts'
import type { ChangedRecord } from '../records/ChangeListeners.ts'
import type { PublicMessage, RecordChange } from '../records/changes/RecordChange.ts'
import { type RecordsChanged, recordsChanged } from '../records/events.ts'
import type { StoredRecord } from '../records/rows/StoredRecord.ts'
import { SubscribedTopics } from './SubscribedTopics.ts'

/** The topics of a node. It does not know the subscribers of other nodes, so its events contain all changes. */
export class NodeTopics extends SubscribedTopics {
  override get hasAny(): boolean {
    return true
  }

  override matches(): boolean {
    return true
  }

  override isSubscriber(): boolean {
    return true
  }

  override publicMessage(
    change: Pick<RecordChange, 'action' | 'collection' | 'recordId'>,
    record: StoredRecord,
  ): PublicMessage | undefined {
    return super.matches(change) ? super.publicMessage(change, record) : undefined
  }

  override needsRecord(): boolean {
    return true
  }

  override select(events: readonly DataEvent[]): DataEvent[] {
    return events.flatMap(event => (recordsChanged.is(event) ? this.#selectChanges(event.data) : [event]))
  }

  #selectChanges(changed: RecordsChanged): DataEvent[] {
    const changes = changed.changes.filter(change => this.#concerns(change))
    return changes.length > 0 || changed.omitted.length > 0 ? [recordsChanged({ ...changed, changes })] : []
  }

  #concerns({ collection, recordId, revokedTokenKey }: ChangedRecord & Pick<RecordChange, 'revokedTokenKey'>): boolean {
    return revokedTokenKey !== undefined || super.matches({ collection, recordId }) || super.isSubscriber(collection.id, recordId)
  }
}
