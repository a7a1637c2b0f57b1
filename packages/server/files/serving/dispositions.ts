/** Types that a browser shows inline; it downloads every other type. */
const inlineTypes = new Set([
  'image/png',
  'image/jpg',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/x-icon',
  'image/bmp',
  'video/webm',
  'video/mp4',
  'video/3gpp',
  'video/quicktime',
  'video/x-ms-wmv',
  'audio/basic',
  'audio/aiff',
  'audio/mpeg',
  'audio/midi',
  'audio/mp3',
  'audio/wave',
  'audio/wav',
  'audio/x-wav',
  'audio/x-mpeg',
  'audio/x-m4a',
  'audio/aac',
  'application/pdf',
  'application/x-pdf',
])

/** A single media type with parameters. If a header lists several types separated by commas, browsers use the last one. */
const singleType = /^[\w.+-]+\/[\w.+-]+(?:\s*;\s*[\w-]+=[\w.+-]+)*$/

/** Types that a browser executes when a page of this origin loads the file with a script element, an import or a worker. */
const scriptType = /(?:java|ecma|live|j|vb)script/i
const executableType = /^application\/wasm\b/i

/**
 * Returns the Content-Type for a stored file. Browsers apply SVG images and stylesheets only if they have their own types, so the
 * file name determines those. Scripts are served as plain text, and WebAssembly as bytes without a type: together with `nosniff`,
 * no page can execute them, even if its content security policy trusts this server.
 * @param storedType the type in the storage, which other programs can also write
 */
export function servedType(storedType: string, name: string): string {
  if (name.endsWith('.svg')) return 'image/svg+xml'
  if (name.endsWith('.css')) return 'text/css'
  if (!singleType.test(storedType) || executableType.test(storedType)) return 'application/octet-stream'
  return scriptType.test(storedType) ? 'text/plain; charset=utf-8' : storedType
}

/** Replaces characters that are not safe in an unquoted header value, including all non-ASCII characters, with `_`. */
const headerSafe = (name: string) => name.replace(/[^\x21-\x7e]|["\\;,]/g, '_')

/**
 * Returns the Content-Disposition of a file: whether a browser shows or downloads it, and the file name.
 * @param contentType the type that the file is served with
 */
export function contentDisposition(contentType: string, name: string, download: boolean): string {
  return `${inlineTypes.has(contentType) && !download ? 'inline' : 'attachment'}; filename=${headerSafe(name)}`
}
