import { DatabaseSync } from 'node:sqlite'
import type { ImportNotes, NewerCollection } from '@coffer/schema'
import { quoted, quotedText } from './quoted.ts'

/**
 * Returns the username of a record as SQL. Here, usernames are required and unique, while newer directories have an ordinary field or
 * none. A record without a username gets one with its id, and so does a record whose username an earlier record has in any case.
 */
export function uniqueUsername(collection: string): string {
  return `CASE WHEN username <> '' AND row_number() OVER (PARTITION BY lower(username) ORDER BY rowid) = 1
    THEN username ELSE ${quotedText(`${collection}_`)} || id END`
}

/** Notes the records of a newer database whose usernames are replaced. Two records with one username stop the import. */
export function noteUsernames(path: string, { name, type, fields }: NewerCollection, notes: ImportNotes): void {
  if (type !== 'auth' || !fields.some(field => field.name === 'username')) return
  using database = new DatabaseSync(path, { readOnly: true })
  const row = database
    .prepare(
      `SELECT count(*) - count(nullif(username, '')) AS missing,
        count(nullif(username, '')) - count(DISTINCT nullif(lower(username), '')) AS repeated FROM ${quoted(name)}`,
    )
    .get()
  const [missing, repeated] = [Number(row?.missing), Number(row?.repeated)]
  const subject = `${name}.username`
  if (missing > 0)
    notes.changed(subject, `${missing} of its records have no username. They get a generated one, which responses show.`)
  if (repeated > 0)
    notes.cannot(
      subject,
      `${repeated} of its records have the username of another record, in upper or lower case. They would get a generated one.`,
    )
}
