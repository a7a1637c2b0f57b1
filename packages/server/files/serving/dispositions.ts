/** Types that a browser may show in place; every other type is saved. */
const inlineTypes = new Set([
  ...['image/png', 'image/jpg', 'image/jpeg', 'image/gif', 'image/webp', 'image/x-icon', 'image/bmp'],
  ...['video/webm', 'video/mp4', 'video/3gpp', 'video/quicktime', 'video/x-ms-wmv'],
  ...['audio/basic', 'audio/aiff', 'audio/mpeg', 'audio/midi', 'audio/mp3', 'audio/wave', 'audio/wav', 'audio/x-wav'],
  ...['audio/x-mpeg', 'audio/x-m4a', 'audio/aac', 'application/pdf', 'application/x-pdf'],
])

/** One media type with its parameters. Browsers take the last of several types that are separated by commas. */
const singleType = /^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w-]+=[\w.+-]+)*$/

/** Types that a browser executes when a page of this origin names the file in a script element, an import or a worker. */
const scriptType = /(?:java|ecma|live|j|vb)script/i
const executableType = /^application\/wasm\b/i

/**
 * Returns the type to send a stored file with. Browsers apply SVG images and stylesheets only under their own types, so the file's
 * name decides those. A script becomes plain text and WebAssembly bytes without a type: with `nosniff`, neither can be executed under
 * a content policy that trusts this server.
 * @param storedType as it is in the storage, which other programs may have written too
 */
export const servedType = (storedType: string, name: string): string => {
  if (name.endsWith('.svg')) return 'image/svg+xml'
  if (name.endsWith('.css')) return 'text/css'
  if (!singleType.test(storedType) || executableType.test(storedType)) return 'application/octet-stream'
  return scriptType.test(storedType) ? 'text/plain; charset=utf-8' : storedType
}

/** Makes a name safe in a header without quotes: replaces what could end it, and every byte that is not ASCII, by `_`. */
const headerSafe = (name: string) => name.replace(/[^\x21-\x7e]|["\\;,]/g, '_')

/**
 * Returns the Content-Disposition of a file: whether a browser shows or saves it, and under which name.
 * @param contentType as the file is served
 */
export const contentDisposition = (contentType: string, name: string, download: boolean): string =>
  `${inlineTypes.has(contentType) && !download ? 'inline' : 'attachment'}; filename=${headerSafe(name)}`
