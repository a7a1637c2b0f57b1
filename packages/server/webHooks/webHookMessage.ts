import type { Collection } from '@coffer/schema'
import type { ChangeAction, EventActor, LoggedChange } from '../events/log/ChangeEntry.ts'
import { showChange } from '../records/visible/showChange.ts'
import type { RecordFormat } from '../records/visible/VisibleRecord.ts'

/** The types of messages. */
const types = { create: 'record.created', update: 'record.updated', delete: 'record.deleted' } as const satisfies Record<
  ChangeAction,
  string
>

/** The body of a message, as the Standard Webhooks specification recommends. */
interface WebHookMessage {
  type: (typeof types)[ChangeAction]
  /** When the change was made, in ISO format. */
  timestamp: string
  data: {
    collection: { id: string; name: string }
    recordId: string
    actor: EventActor
    /** The record as the change left it, or as it was before a deletion. Absent if it is too long for the log. */
    record?: Record<string, unknown>
    /** The record before an update. Absent if it is too long for the log. */
    previous?: Record<string, unknown>
  }
}

/** Returns the body of a message by which an admin tries a web hook. */
export function testMessage(): string {
  return JSON.stringify({ type: 'test', timestamp: new Date().toISOString(), data: {} })
}

/** Returns the body of the message about a change, as JSON. It shows what an admin sees. */
export function webHookMessage(collection: Collection, change: LoggedChange, format: RecordFormat): string {
  const { action, recordId, actor, created } = change
  const message: WebHookMessage = {
    type: types[action],
    timestamp: new Date(created).toISOString(),
    data: {
      collection: { id: collection.id, name: collection.name },
      recordId,
      actor,
      ...showChange(format, collection, change),
    },
  }
  return JSON.stringify(message)
}
