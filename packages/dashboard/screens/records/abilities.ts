import type { Field } from '@coffer/fields'

/*
 * What a list must know of a field, read from its settings, which the server always gives complete. The rules of the field
 * types know it too, but they weigh as much as the whole table and load with the record panel only.
 */

/** The collection whose records the field names. */
export function refersTo(field: Field): string | undefined {
  const { collectionId } = field.options
  return typeof collectionId === 'string' ? collectionId : undefined
}

/** The value is HTML that lists show as an excerpt. */
export function holdsHtml(field: Field): boolean {
  return 'convertUrls' in field.options
}

/** The value names files in the storage. */
export function holdsFiles(field: Field): boolean {
  return 'protected' in field.options
}

/** Files of the field open with a token only. */
export function isProtected(field: Field): boolean {
  return field.options.protected === true
}

/** The value is a number, which stands at the right of its column. */
export function isNumeric(field: Field): boolean {
  return 'noDecimal' in field.options
}
