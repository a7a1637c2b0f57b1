import type { Collection } from '@coffer/schema'
import { LRUCache } from 'lru-cache'
import { randomSecret } from '../../../crypto/randomText.ts'
import type { Row } from '../../../db/engine.ts'
import { escapeJson } from '../../../messages/json.ts'
import { shapeOf, valueIn } from '../../../records/rows/shape.ts'
import { recordJson, type Shown } from './recordJson.ts'

/** The JSON text of a row without braces, split where `expand` belongs. */
export interface RowText {
  before: string
  after: string
}

interface CachedText {
  collection: Collection
  row: Row
  text: RowText
}

/** Maximum size of the cache in characters, per thread. */
const maxCachedCharacters = 4_000_000
/** Size of a cache entry without its text. */
const entryOverheadCharacters = 500

const cache = new LRUCache<string, CachedText>({
  maxSize: maxCachedCharacters,
  // The entry also holds the row, which is about as large as its text.
  sizeCalculation: ({ text }) => entryOverheadCharacters + 2 * (text.before.length + text.after.length),
})

function isSame(a: Row, b: Row): boolean {
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false
  return a.length === b.length
}

/** Placeholder for `expand`. It is random, so that no stored text can contain it. */
const placeholder = randomSecret(20)
const placeholderText = `,"expand":"${placeholder}",`

/** Serializes a row without expanded records. */
export function serializePlainRow(collection: Collection, row: Row, shown: Shown): string {
  return escapeJson(JSON.stringify(recordJson(collection, row, shown)))
}

function computeText(collection: Collection, row: Row, shown: Shown): RowText {
  const json = recordJson(collection, row, shown)
  json.expand = placeholder
  const text = escapeJson(JSON.stringify(json))
  const at = text.indexOf(placeholderText)
  return { before: text.slice(1, at), after: text.slice(at + placeholderText.length, -1) }
}

/** Options of serializing a row. */
export interface RowView extends Shown {
  /** Whether the text is worth caching: rows of lists are likely to be requested again, single records are not. */
  isCacheable: boolean
}

/**
 * Serializes a row of a collection's shape. Texts are cached and used again while the row's values are equal: comparing them costs
 * a tenth of decoding and serializing them.
 */
export function serializeRow(collection: Collection, row: Row, view: RowView): RowText {
  if (!view.isCacheable) return computeText(collection, row, view)
  const key = `${collection.id}${view.showsEmail ? '+' : '-'}${view.showsHidden ? '+' : '-'}${valueIn(shapeOf(collection), row, 'id')}`
  const known = cache.get(key)
  if (known?.collection === collection && (known.row === row || isSame(known.row, row))) return known.text
  const text = computeText(collection, row, view)
  cache.set(key, { collection, row, text })
  return text
}
