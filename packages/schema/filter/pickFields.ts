import { isObject } from '@coffer/fields'
import { excerptOf } from './excerptOf.ts'
import type { Excerpt, FieldSelection } from './parseFields.ts'

type JsonObject = Record<string, unknown>

const shorten = (value: unknown, excerpt: Excerpt | undefined): unknown =>
  excerpt && typeof value === 'string' ? excerptOf(value, excerpt) : value

/** Finds the selection for a key. A key that contains dots is matched by the path of its parts. */
function selectionOf(selection: FieldSelection, key: string): FieldSelection | undefined {
  const direct = selection.keys.get(key)
  if (direct || !key.includes('.')) return direct
  let at: FieldSelection | undefined = selection
  for (const part of key.split('.')) at = at?.keys.get(part)
  return at
}

const pickValue = (value: unknown, selection: FieldSelection): unknown =>
  selection.whole ? shorten(value, selection.excerpt) : pickBelow(value, selection)

function pickObject(value: JsonObject, selection: FieldSelection): JsonObject {
  const star = selection.keys.get('*')
  const picked: [string, unknown][] = []
  for (const key of Object.keys(value).sort()) {
    const wanted = selectionOf(selection, key)
    if (wanted) picked.push([key, pickValue(value[key], wanted)])
    else if (star?.whole) picked.push([key, shorten(value[key], star.excerpt)])
  }
  return Object.fromEntries(picked)
}

/** Selects from an object or from each object of a list. Other values are returned unchanged. */
function pickBelow(value: unknown, selection: FieldSelection): unknown {
  if (isObject(value)) return pickObject(value, selection)
  if (!Array.isArray(value) || !isObject(value[0])) return value
  return value.map(item => (isObject(item) ? pickObject(item, selection) : item))
}

const isPage = (answer: unknown): answer is JsonObject & { items: unknown } =>
  isObject(answer) && Object.keys(answer).sort().join() === 'items,page,perPage,totalItems,totalPages'

/**
 * Returns the selected part of a JSON response, with keys in byte order. For a page of a list, the selection applies to the
 * items and the page keys stay.
 */
export function pickFields(answer: unknown, selection: FieldSelection): unknown {
  if (!isPage(answer)) return pickBelow(answer, selection)
  const { items, page, perPage, totalItems, totalPages } = answer
  return { items: pickBelow(items, selection), page, perPage, totalItems, totalPages }
}
