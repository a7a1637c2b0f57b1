/** Aliases of content types that field options can contain. */
const aliases: Record<string, readonly string[]> = {
  'application/gzip': ['application/x-gzip', 'application/x-gunzip', 'application/gzipped'],
  'application/jar': ['application/java-archive', 'application/x-java-archive'],
  'application/javascript': ['text/javascript', 'application/x-javascript'],
  'application/msword': ['application/vnd.ms-word'],
  'application/pdf': ['application/x-pdf'],
  'application/vnd.ms-excel': ['application/msexcel'],
  'application/vnd.ms-powerpoint': ['application/mspowerpoint'],
  'application/vnd.sqlite3': ['application/x-sqlite3'],
  'application/x-rar-compressed': ['application/x-rar'],
  'application/zip': ['application/x-zip', 'application/x-zip-compressed'],
  'audio/flac': ['audio/x-flac'],
  'audio/midi': ['audio/mid', 'audio/sp-midi', 'audio/x-mid', 'audio/x-midi'],
  'audio/mpeg': ['audio/mp3', 'audio/x-mpeg'],
  'audio/wav': ['audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  'image/bmp': ['image/x-bmp', 'image/x-ms-bmp'],
  'image/jpeg': ['image/jpg'],
  'image/vnd.adobe.photoshop': ['image/x-psd', 'application/photoshop'],
  'image/x-icon': ['image/vnd.microsoft.icon'],
  'text/rtf': ['application/rtf'],
  'text/xml': ['application/xml'],
  'video/3gpp': ['video/3gp', 'audio/3gpp'],
  'video/x-ms-asf': ['video/asf', 'video/x-ms-wmv'],
  'video/x-msvideo': ['video/avi', 'video/msvideo'],
}

const bare = (contentType: string) => (contentType.split(';')[0] ?? '').trim().toLowerCase()

/** Whether a content type matches a wanted one. Ignores parameters and considers aliases. */
export function isContentType(contentType: string, wanted: string): boolean {
  const type = bare(contentType)
  const name = bare(wanted)
  return type === name || (aliases[type]?.includes(name) ?? false)
}
