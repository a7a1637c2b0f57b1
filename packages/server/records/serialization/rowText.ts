import type { Collection } from '@coffer/schema'
import { LRUCache } from 'lru-cache'
import { randomSecret } from '../../crypto/randomText.ts'
import type { Row } from '../../db/engine.ts'
import { escapeJson } from '../../messages/escapeJson.ts'
import { recordJson } from '../../rows/recordJson.ts'
import { shapeOf, valueIn } from '../../rows/shape.ts'

/** The JSON text of a row without braces, split where `expand` belongs. */
export interface RowText {
  before: string
  after: string
}

interface Remembered {
  collection: Collection
  row: Row
  text: RowText
}

/** Maximum size of the cache in characters, per thread. */
const capacity = 4_000_000
/** Size of a cache entry without its text. */
const overhead = 500

const remembered = new LRUCache<string, Remembered>({
  maxSize: capacity,
  // The entry also holds the row, which is about as large as its text.
  sizeCalculation: ({ text }) => overhead + 2 * (text.before.length + text.after.length),
})

const isSame = (a: Row, b: Row): boolean => {
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false
  return a.length === b.length
}

/** Placeholder for `expand`. It is random, so that no stored text can contain it. */
const marker = randomSecret(20)
const place = `,"expand":"${marker}",`

/** Serializes a row without expanded records. */
export const plainRowText = (collection: Collection, row: Row, showsEmail: boolean): string =>
  escapeJson(JSON.stringify(recordJson(collection, row, { showsEmail })))

const makeText = (collection: Collection, row: Row, showsEmail: boolean): RowText => {
  const json = recordJson(collection, row, { showsEmail })
  json.expand = marker
  const text = escapeJson(JSON.stringify(json))
  const at = text.indexOf(place)
  return { before: text.slice(1, at), after: text.slice(at + place.length, -1) }
}

/** Options of serializing a row. */
export interface RowView {
  /** Whether to show the email of an auth record that hides it. */
  showsEmail: boolean
  /** Whether the text is worth caching: rows of lists are likely to be requested again, single records are not. */
  comesAgain: boolean
}

/**
 * Serializes a row of a collection's shape. Texts are cached and used again while the row's values are equal: comparing them costs
 * a tenth of decoding and serializing them.
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
