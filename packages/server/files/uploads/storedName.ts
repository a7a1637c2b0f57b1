import { randomSecret } from '../../crypto/randomText.ts'

const randomLength = 10
const shortest = 3
const longest = 100
const longestExtension = 20

/** From the second-last dot where there is one (`.tar.gz`), without characters that are awkward in a path or an address. */
const extensionOf = (name: string): string => {
  const last = name.lastIndexOf('.')
  if (last === -1) return ''
  const second = last === 0 ? -1 : name.lastIndexOf('.', last - 1)
  return name.slice(second === -1 ? last : second)
}

const cleanExtension = (raw: string): string => {
  const clean = raw.replace(/[^\w.*\-+=#]/g, '')
  if (/^\.*$/.test(clean)) return ''
  return clean.length > longestExtension ? `.${clean.slice(-longestExtension)}` : clean
}

/** `HTMLFile (1)` → `htmlfile_1`, `camelCase` → `camel_case`. */
export const snakeCase = (text: string): string =>
  text
    .split(/[\W_]+/)
    .filter(part => part !== '')
    .map(part => part.replace(/(?<=[^A-Z])[A-Z]/g, '_$&').toLowerCase())
    .join('_')

/**
 * The name under which an upload is stored: `<name>_<10 random characters><extension>`, safe in paths and addresses.
 * @param clientName the name the client gave, without folders
 * @param sniffedExtension with its dot, for a name that has none
 */
export const storedName = (clientName: string, sniffedExtension: string): string => {
  const raw = extensionOf(clientName)
  const name = snakeCase(clientName.slice(0, clientName.length - raw.length))
  const base = name.length < shortest ? name + randomSecret(randomLength) : name.slice(0, longest)
  return `${base}_${randomSecret(randomLength)}${cleanExtension(raw) || sniffedExtension}`
}
