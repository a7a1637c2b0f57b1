import type { Collection } from '@coffer/schema'
import type { JsonReply } from '../../messages/ApiReply.ts'
import type { StoredRecord } from '../../records/rows/StoredRecord.ts'
import { type Events, plainValue, recordValue } from '../scriptEvents.ts'

/** Returns what hooks of scripts see of an auth response. */
export function authEvents(
  collection: Collection,
  record: StoredRecord,
  { json }: JsonReply<{ token: string; meta?: unknown }>,
  more: Events['values'] = {},
): Events {
  const values = { ...more, record: recordValue(record), token: plainValue(json.token), meta: plainValue(json.meta ?? null) }
  return { collection, values, answer: { is: 'auth', of: 'record' } }
}
