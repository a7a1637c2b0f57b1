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
