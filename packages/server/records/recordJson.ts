import type { Collection } from '@coffer/schema'
import type { Row } from '../db/engine.ts'
import { type Shape, shapeOf } from './shape.ts'

interface Output {
  key: string
  value: (row: Row) => unknown
}

const outputs = new WeakMap<Collection, Output[]>()

/** The keys of a record's JSON in byte order, each with the way to its value. */
const outputsOf = (collection: Collection): Output[] => {
  const known = outputs.get(collection)
  if (known) return known
  const { columns }: Shape = shapeOf(collection)
  const made: Output[] = columns.flatMap((column, index) =>
    column.secret ? [] : [{ key: column.name, value: row => column.toJson(column.decode(row[index] ?? null)) }],
  )
  made.push({ key: 'collectionId', value: () => collection.id }, { key: 'collectionName', value: () => collection.name })
  made.sort((a, b) => (a.key < b.key ? -1 : 1))
  outputs.set(collection, made)
  return made
}

/** What the requester may see of a record beside its public values. */
export interface Visibility {
  /** Whether the email of an account is shown although it is not public. */
  showsEmail: boolean
}

/** A row of a collection's shape as the API shows it; hidden emails and empty dates of views are left out. */
export const recordJson = (collection: Collection, row: Row, { showsEmail }: Visibility): Record<string, unknown> => {
  const json: Record<string, unknown> = {}
  for (const { key, value } of outputsOf(collection)) json[key] = value(row)
  if (collection.type === 'auth' && !showsEmail && json.emailVisibility !== true) delete json.email
  if (collection.type === 'view') {
    for (const date of collection.dates) if (json[date] === '') delete json[date]
  }
  return json
}
