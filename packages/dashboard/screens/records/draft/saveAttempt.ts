import { fieldType } from '@coffer/fields'
import type { RecordJson } from '@coffer/fields/ui'
import type { Collection } from '@coffer/schema'
import { isSame } from '../../../shell/form/isSame.ts'
import { asList } from './asList.ts'
import { type Draft, draftOf } from './draft.ts'

/** What was sent, as long as it is not known whether it was stored. */
export interface SaveAttempt {
  names: readonly string[]
  draft: Draft
}

/** No answer shows them, and sending them once more does no harm. */
const secrets = ['password', 'passwordConfirm']

/** All files that were kept, and as many more as were sent, which now have names of the server's. */
function areFilesStored(sent: unknown, stored: unknown): boolean {
  const names = asList(stored)
  const kept = asList(sent).filter(item => typeof item === 'string')
  return names.length === asList(sent).length && kept.every(name => names.includes(name))
}

/** Whether a stored record has all that was sent. Writes are stored whole or not at all. */
export function isStored({ names, draft }: SaveAttempt, collection: Collection, record: RecordJson): boolean {
  const stored = draftOf(collection, record)
  const fileNames = new Set(collection.schema.filter(field => fieldType(field).holdsFiles).map(({ name }) => name))
  const told = names.filter(name => !secrets.includes(name))
  return (
    told.length > 0 &&
    told.every(name => (fileNames.has(name) ? areFilesStored(draft[name], stored[name]) : isSame(draft[name], stored[name])))
  )
}
