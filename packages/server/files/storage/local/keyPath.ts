import { isAbsolute, join, relative, sep } from 'node:path'

/** Sidecar files end like this, so no key may. */
export const attributesSuffix = '.attrs'

const hex = (character: string) => `__0x${character.charCodeAt(0).toString(16)}__`

/** Characters that could lead elsewhere or make two names of one, as 0.22 servers write them into file names. */
const escapeKey = (key: string): string =>
  key
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is escaped
    .replace(/[\x00-\x1f]/g, hex)
    .replace(/(?<=\.\.)\//g, hex)
    .replace(/(?<=\/)\//g, hex)
    .replace(/\/$/, hex)

/**
 * The path of a key below the root of a storage.
 * @throws Error for keys of sidecar files, and for whatever would lie outside of the root
 */
export const keyPath = (root: string, key: string): string => {
  if (key.endsWith(attributesSuffix)) throw new Error(`The storage key ${key} is reserved.`)
  const path = join(root, escapeKey(key))
  const inside = relative(root, path)
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
    throw new Error(`The storage key ${key} leads out of the storage.`)
  }
  return path
}
