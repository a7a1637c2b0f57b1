import type { Collection } from '@coffer/schema'
import { LRUCache } from 'lru-cache'
import { randomSecret } from '../../crypto/randomText.ts'
import type { Row } from '../../db/engine.ts'
import { escapeJson } from '../../messages/escapeJson.ts'
import { recordJson } from '../../rows/recordJson.ts'
import { shapeOf, valueIn } from '../../rows/shape.ts'

/** A row as the JSON text of its keys, without braces: those before the place of `expand`, and those behind it. */
export interface RowText {
  before: string
  after: string
}

interface Remembered {
  collection: Collection
  row: Row
  text: RowText
}

/** Characters of all texts that a thread remembers. */
const capacity = 4_000_000
/** What an entry takes beside its text. */
const overhead = 500

const remembered = new LRUCache<string, Remembered>({
  maxSize: capacity,
  // The row holds about the same values as its text.
  sizeCalculation: ({ text }) => overhead + 2 * (text.before.length + text.after.length),
})

const isSame = (a: Row, b: Row): boolean => {
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false
  return a.length === b.length
}

/** Stands where the place of `expand` is; nobody who stores a record can know it. */
const marker = randomSecret(20)
const place = `,"expand":"${marker}",`

/** The JSON text of a row beside which nothing is expanded. */
export const plainRowText = (collection: Collection, row: Row, showsEmail: boolean): string =>
  escapeJson(JSON.stringify(recordJson(collection, row, { showsEmail })))

const makeText = (collection: Collection, row: Row, showsEmail: boolean): RowText => {
  const json = recordJson(collection, row, { showsEmail })
  json.expand = marker
  const text = escapeJson(JSON.stringify(json))
  const at = text.indexOf(place)
  return { before: text.slice(1, at), after: text.slice(at + place.length, -1) }
}

/** How a row is shown. */
export interface RowView {
  /** Whether the email of an account is shown although it is not public. */
  showsEmail: boolean
  /** Whether the row is likely to come again: rows of lists do, the many that are viewed one by one do not. */
  comesAgain: boolean
}

/**
 * A row of a collection's shape as the API shows it. Rows that come again with the same values are not decoded and written anew:
 * comparing the values costs a tenth of that.
 */
export const rowText = (collection: Collection, row: Row, { showsEmail, comesAgain }: RowView): RowText => {
  if (!comesAgain) return makeText(collection, row, showsEmail)
  const key = `${collection.id}${showsEmail ? '+' : '-'}${valueIn(shapeOf(collection), row, 'id')}`
  const known = remembered.get(key)
  if (known?.collection === collection && (known.row === row || isSame(known.row, row))) return known.text
  const text = makeText(collection, row, showsEmail)
  remembered.set(key, { collection, row, text })
  return text
}
