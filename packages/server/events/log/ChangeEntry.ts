import type { StoredValues } from '../../db/engine.ts'

/** Who caused a change. `server`: the server itself, such as by sending a mail. */
export type EventActor =
  | { kind: 'guest' | 'server' }
  | { kind: 'admin'; id: string }
  | { kind: 'authRecord'; collectionId: string; id: string }

export type ChangeAction = 'create' | 'update' | 'delete'

/** A change of one record, as the log stores it. */
export interface ChangeEntry {
  action: ChangeAction
  collection: { id: string; name: string }
  recordId: string
  actor: EventActor
  /** The stored values without secrets, as the change left them. Absent after a deletion, or if they are too long. */
  record?: StoredValues
  /** The stored values without secrets before an update or a deletion. Absent if they are too long. */
  before?: StoredValues
}

/** An entry of the log. */
export interface LoggedChange extends ChangeEntry {
  /** Number of the row. It grows with the changes of each record, but not always with the order of commits. */
  id: number
  /** When it was written, in milliseconds since 1970. */
  created: number
}

/** Version of the format of entries. Increase it with each change that an older server could misread. */
const entryVersion = 1

/** Maximum number of characters of the values of one entry. Longer ones leave out first what was before, then the record. */
const maxEntryCharacters = 1024 * 1024

/** Serializes an entry with at most this number of characters of values. */
export function serializeEntry(entry: ChangeEntry, maxCharacters = maxEntryCharacters): string {
  const serialize = (some: ChangeEntry): string => JSON.stringify({ version: entryVersion, ...some })
  const { before, ...withoutBefore } = entry
  const { record, ...bare } = withoutBefore
  for (const some of [entry, entry.action === 'delete' ? bare : withoutBefore]) {
    const text = serialize(some)
    if (text.length <= maxCharacters) return text
  }
  return serialize(bare)
}

/** Parses an entry; undefined if a later version of the server has written it in a format that this one does not know. */
export function parseEntry(id: number, created: number, text: string): LoggedChange | undefined {
  const { version, ...entry } = JSON.parse(text) as ChangeEntry & { version: number }
  return version === entryVersion ? { id, created, ...entry } : undefined
}
