import type { Collection } from '@coffer/schema'
import { memoizeByObject } from '../cache/memoizeByObject.ts'
import type { Row } from '../db/engine.ts'
import { blankOf, shapeOf } from './shape.ts'

interface Output {
  key: string
  value: (row: Row) => unknown
}

interface Outputs {
  outputs: readonly Output[]
  blank: Readonly<Record<string, unknown>>
}

const makeOutputs = (collection: Collection): Outputs => {
  const unsorted: Output[] = shapeOf(collection).columns.flatMap((column, index) =>
    column.secret ? [] : [{ key: column.name, value: row => column.toJson(row[index] ?? null) }],
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
const outputsOf = memoizeByObject(makeOutputs)

/**
 * Turns a row of a collection's shape into the object that the API returns. Hidden keys are undefined.
 * @param options.showsEmail whether to show the email of an auth record that hides it
 */
export const recordJson = (collection: Collection, row: Row, options: { showsEmail: boolean }): Record<string, unknown> => {
  const { outputs, blank } = outputsOf(collection)
  const json: Record<string, unknown> = { ...blank }
  for (const { key, value } of outputs) json[key] = value(row)
  if (collection.type === 'auth' && !options.showsEmail && json.emailVisibility !== true) json.email = undefined
  if (collection.type === 'view') {
    for (const date of collection.dates) if (json[date] === '') json[date] = undefined
  }
  return json
}
