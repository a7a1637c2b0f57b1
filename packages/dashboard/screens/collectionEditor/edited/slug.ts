import transliterate from '@sindresorhus/transliterate'

/** Converts typed text to a valid name: ASCII letters, digits and `_`. Idempotent, so it can be applied on each keystroke. */
export function slug(text: string): string {
  return transliterate(text)
    .replace(/[.=\-\s]+/g, '_')
    .replace(/\W/g, '')
}
