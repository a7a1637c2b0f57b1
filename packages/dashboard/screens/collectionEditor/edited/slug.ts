import transliterate from '@sindresorhus/transliterate'

/** What is typed as a name, as a name may be written: letters without accents, digits and `_`. Safe to apply at every key. */
export function slug(text: string): string {
  return transliterate(text)
    .replace(/[.=\-\s]+/g, '_')
    .replace(/\W/g, '')
}
