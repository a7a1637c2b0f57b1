/** What a file is, found in its content. */
export interface Sniffed {
  /** With a charset where the content is text. */
  contentType: string
  /** With its dot; '' when none is known. */
  extension: string
}

/** Names that the detection library gives, where the 0.22 wire has another name or extension. */
const renamed: Record<string, [contentType: string, extension: string]> = {
  'application/java-archive': ['application/jar', '.jar'],
  'application/ogg': ['application/ogg', '.ogg'],
  'application/rtf': ['text/rtf', '.rtf'],
  'application/vnd.ms-asf': ['video/x-ms-asf', '.asf'],
  'application/x-elf': ['application/x-elf', ''],
  'application/x-mach-binary': ['application/x-mach-binary', '.macho'],
  'application/x-msdownload': ['application/vnd.microsoft.portable-executable', '.exe'],
  'application/x-sqlite3': ['application/vnd.sqlite3', '.sqlite'],
  'audio/aiff': ['audio/aiff', '.aiff'],
  'audio/midi': ['audio/midi', '.midi'],
  'audio/mp4': ['audio/mp4', '.mp4'],
  'audio/ogg': ['audio/ogg', '.oga'],
  'audio/ogg; codecs=opus': ['audio/ogg', '.oga'],
  'audio/x-ms-asf': ['video/x-ms-asf', '.asf'],
  'image/apng': ['image/vnd.mozilla.apng', '.png'],
  'image/heif': ['image/heif', '.heif'],
  'image/tiff': ['image/tiff', '.tiff'],
  'video/matroska': ['video/x-matroska', '.mkv'],
  'video/mpeg': ['video/mpeg', '.mpeg'],
  'video/MP1S': ['video/mpeg', '.mpeg'],
  'video/MP2P': ['video/mpeg', '.mpeg'],
  'video/vnd.avi': ['video/x-msvideo', '.avi'],
}

/** Names that are the same, and whose signature is trusted even when all of the content could be text. */
const same = new Set([
  ...[
    'application/epub+zip',
    'application/gzip',
    'application/pdf',
    'application/postscript',
    'application/wasm',
    'application/zip',
  ],
  ...[
    'application/x-7z-compressed',
    'application/x-rar-compressed',
    'application/x-bzip2',
    'application/x-tar',
    'application/x-xz',
  ],
  ...[
    'application/zstd',
    'audio/aac',
    'audio/amr',
    'audio/flac',
    'audio/mpeg',
    'audio/wav',
    'audio/x-m4a',
    'font/otf',
    'font/ttf',
  ],
  ...['font/woff', 'font/woff2', 'image/avif', 'image/bmp', 'image/gif', 'image/heic', 'image/jpeg', 'image/jxl'],
  ...['image/png', 'image/vnd.adobe.photoshop', 'image/webp', 'image/x-icon', 'text/calendar', 'text/vcard', 'text/vtt'],
  ...['video/3gpp', 'video/mp4', 'video/ogg', 'video/quicktime', 'video/webm', 'video/x-flv', 'video/x-ms-asf'],
])

/** The name of a detected type on the 0.22 wire, and whether the type is one that the wire knows. */
export const namedType = (mime: string, extension: string): Sniffed & { isKnown: boolean } => {
  const other = renamed[mime]
  if (other) return { contentType: other[0], extension: other[1], isKnown: true }
  return { contentType: mime, extension: `.${extension}`, isKnown: same.has(mime) }
}

/** Other names by which field options may ask for a type. */
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

/** Whether a content type is the wanted one: parameters do not count, other names of the type do. */
export const isContentType = (contentType: string, wanted: string): boolean => {
  const type = bare(contentType)
  const name = bare(wanted)
  return type === name || (aliases[type]?.includes(name) ?? false)
}
