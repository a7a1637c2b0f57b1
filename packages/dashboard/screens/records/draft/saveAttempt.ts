import { fieldType } from '@coffer/fields'
import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { isSame } from '../../../shell/form/isSame.ts'
import { asList } from './asList.ts'
import { type Draft, draftOf } from './draft.ts'
import { secretNames } from './secretNames.ts'

/** The values of a request whose outcome is unknown, because the connection was lost before the response. */
export interface SaveAttempt {
  names: readonly string[]
  draft: Draft
}

/**
 * Returns whether the files of a field were stored: all existing ones are still there, and the total matches. The names of new files
 * cannot be compared, because the server renames them.
 */
function areFilesStored(sent: unknown, stored: unknown): boolean {
  const names = asList(stored)
  const kept = asList(sent).filter(item => typeof item === 'string')
  return names.length === asList(sent).length && kept.every(name => names.includes(name))
}

/** Returns whether a record contains the values of an attempt. Writes are atomic, so all or none of them are stored. */
export function isStored({ names, draft }: SaveAttempt, collection: Collection, record: RecordJson): boolean {
  const stored = draftOf(collection, record)
  const fileNames = new Set(collection.schema.filter(field => fieldType(field).holdsFiles).map(({ name }) => name))
  const secrets = secretNames(collection)
  const comparable = names.filter(name => !secrets.has(name))
  return (
    comparable.length > 0 &&
    comparable.every(name =>
      fileNames.has(name) ? areFilesStored(draft[name], stored[name]) : isSame(draft[name], stored[name]),
    )
  )
}
