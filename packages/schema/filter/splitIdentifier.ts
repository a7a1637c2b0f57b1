/** A field path and its modifier. */
export interface SplitIdentifier {
  path: string[]
  /** The text after the `:` of the last name. */
  modifier?: string
}

/** Splits `author.tags:length` into path and modifier. A name with several `:` is not split: no field can have it. */
export function splitIdentifier(identifier: string): SplitIdentifier {
  const path = identifier.split('.')
  const [name = '', modifier, ...more] = (path.at(-1) ?? '').split(':')
  return modifier === undefined || more.length > 0 ? { path } : { path: [...path.slice(0, -1), name], modifier }
}
