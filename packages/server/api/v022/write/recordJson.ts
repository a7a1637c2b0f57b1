import type { Collection } from '@coffer/schema'
import type { Row } from '../../../db/engine.ts'
import { blankOf, type Shape, shapeOf } from '../../../records/rows/shape.ts'
import { memoizeByObject } from '../../../runtime/cache/memoizeByObject.ts'

interface Output {
  key: string
  value: (row: Row) => unknown
}

interface Outputs {
  outputs: readonly Output[]
  blank: Readonly<Record<string, unknown>>
}

const isOmitted = ({ omittedDates = [] }: Collection, { name, field }: Shape['columns'][number]): boolean =>
  !field && omittedDates.some(date => date === name)

function makeOutputs(collection: Collection, showsHidden: boolean): Outputs {
  const unsorted: Output[] = shapeOf(collection).columns.flatMap((column, index) =>
    (column.secret && !column.field) || (column.field?.hidden && !showsHidden) || isOmitted(collection, column)
      ? []
      : [{ key: column.name, value: row => column.toJson(row[index] ?? null) }],
  )
  unsorted.push(
    { key: 'collectionId', value: () => collection.id },
    { key: 'collectionName', value: () => collection.name },
    // Reserves the position of `expand`. JSON.stringify skips undefined.
    { key: 'expand', value: () => undefined },
  )
  const outputs = unsorted.sort((a, b) => (a.key < b.key ? -1 : 1))
  return { outputs, blank: blankOf(outputs.map(({ key }) => key)) }
}

/** The keys of a record's JSON in byte order, each with a function that reads its value. */
const publicOutputs = memoizeByObject((collection: Collection) => makeOutputs(collection, false))
const allOutputs = memoizeByObject((collection: Collection) => makeOutputs(collection, true))

/** What to show of a record beside what every requester sees. */
export interface Shown {
  /** Whether to show the email of an auth record that hides it. */
  showsEmail: boolean
  /** Whether to show hidden fields. */
  showsHidden: boolean
}

/**
 * Turns a row of a collection's shape into the object that the API returns. A hidden email is undefined, and hidden fields have no
 * key.
 */
export function recordJson(collection: Collection, row: Row, shown: Shown): Record<string, unknown> {
  const { outputs, blank } = (shown.showsHidden ? allOutputs : publicOutputs)(collection)
  const json: Record<string, unknown> = { ...blank }
  for (const { key, value } of outputs) json[key] = value(row)
  if (collection.type === 'auth' && !shown.showsEmail && json.emailVisibility !== true) json.email = undefined
  if (collection.type === 'view') {
    for (const date of collection.dates) if (json[date] === '') json[date] = undefined
  }
  return json
}
