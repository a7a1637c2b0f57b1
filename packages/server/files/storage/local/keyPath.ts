import { isAbsolute, join, relative, sep } from 'node:path'

/** Suffix of sidecar files. Keys must not end with it. */
export const attributesSuffix = '.attrs'

const hex = (character: string) => `__0x${character.charCodeAt(0).toString(16)}__`

/** Escapes the characters that could leave the storage or make paths ambiguous, in the same way as PocketBase 0.22. */
const escapeKey = (key: string): string =>
  key
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is escaped
    .replace(/[\x00-\x1f]/g, hex)
    .replace(/(?<=\.\.)\//g, hex)
    .replace(/(?<=\/)\//g, hex)
    .replace(/\/$/, hex)

/**
 * Returns the path of a key below the root of a storage.
 * @throws Error when the key names a sidecar file or its path would be outside of the root
 */
export function keyPath(root: string, key: string): string {
  if (key.endsWith(attributesSuffix)) throw new Error(`The storage key ${key} is reserved.`)
  const path = join(root, escapeKey(key))
  const inside = relative(root, path)
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new Error(`The storage key ${key} is outside of the storage.`)
  }
  return path
}
