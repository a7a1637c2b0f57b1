/** Types that a browser may show on the spot; everything else is saved. */
const shown = new Set([
  ...['image/png', 'image/jpg', 'image/jpeg', 'image/gif', 'image/webp', 'image/x-icon', 'image/bmp'],
  ...['video/webm', 'video/mp4', 'video/3gpp', 'video/quicktime', 'video/x-ms-wmv'],
  ...['audio/basic', 'audio/aiff', 'audio/mpeg', 'audio/midi', 'audio/mp3', 'audio/wave', 'audio/wav', 'audio/x-wav'],
  ...['audio/x-mpeg', 'audio/x-m4a', 'audio/aac', 'application/pdf', 'application/x-pdf'],
])

/** A name that may stand in a header without quotes: what could end it becomes `_`, other bytes than ASCII too. */
const headerSafe = (name: string) => name.replace(/[^\x21-\x7e]|["\\;,]/g, '_')

/** Whether a browser shows or saves a file, and under which name. */
export const contentDisposition = (contentType: string, name: string, download: boolean): string =>
  `${shown.has(contentType) && !download ? 'inline' : 'attachment'}; filename=${headerSafe(name)}`

/** The type that a file is sent with: browsers need these two to be named for what they are called. */
export const servedType = (contentType: string, name: string): string => {
  if (name.endsWith('.svg')) return 'image/svg+xml'
  return name.endsWith('.css') ? 'text/css' : contentType
}
