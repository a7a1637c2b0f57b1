/** A path of names and what is asked of its end. */
export interface SplitIdentifier {
  path: string[]
  /** What follows the `:` of the last name. */
  modifier?: string
}

/** Splits `author.tags:length` into its path and its modifier. A name with several `:` stays whole: no field has it. */
export const splitIdentifier = (identifier: string): SplitIdentifier => {
  const path = identifier.split('.')
  const [name = '', modifier, ...more] = (path.at(-1) ?? '').split(':')
  return modifier === undefined || more.length > 0 ? { path } : { path: [...path.slice(0, -1), name], modifier }
}
