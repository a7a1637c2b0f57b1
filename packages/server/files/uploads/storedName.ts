import { randomSecret } from '../../crypto/randomText.ts'

const randomLength = 10
const minNameLength = 3
const maxNameLength = 100
const maxExtensionLength = 20

/** Returns the extension from the second-last dot (`.tar.gz`), or from the only dot. */
function extensionOf(name: string): string {
  const last = name.lastIndexOf('.')
  if (last === -1) return ''
  const second = last === 0 ? -1 : name.lastIndexOf('.', last - 1)
  return name.slice(second === -1 ? last : second)
}

function cleanExtension(raw: string): string {
  const clean = raw.replace(/[^\w.*\-+=#]/g, '')
  if (/^\.*$/.test(clean)) return ''
  return clean.length > maxExtensionLength ? `.${clean.slice(-maxExtensionLength)}` : clean
}

/** Converts text to snake case: `HTMLFile (1)` → `htmlfile_1`, `camelCase` → `camel_case`. */
export function snakeCase(text: string): string {
  return text
    .split(/[\W_]+/)
    .filter(part => part !== '')
    .map(part => part.replace(/(?<=[^A-Z])[A-Z]/g, '_$&').toLowerCase())
    .join('_')
}

/**
 * Returns the name under which an upload is stored: `<name>_<10 random characters><extension>`, safe in paths and URLs.
 * @param clientName the file name that the client sent, without folders
 * @param sniffedExtension the extension, including its dot, for names without one
 */
export function storedName(clientName: string, sniffedExtension: string): string {
  const raw = extensionOf(clientName)
  const name = snakeCase(clientName.slice(0, clientName.length - raw.length))
  const base = name.length < minNameLength ? name + randomSecret(randomLength) : name.slice(0, maxNameLength)
  return `${base}_${randomSecret(randomLength)}${cleanExtension(raw) || sniffedExtension}`
}
