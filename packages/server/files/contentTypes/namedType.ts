/** The type of a file, detected from its content. */
export interface Sniffed {
  /** Includes a charset if the content is text. */
  contentType: string
  /** Includes the dot; '' if the type has no known extension. */
  extension: string
}

/** PocketBase 0.22 names and extensions for types that the detection library names differently. */
const wireNames: Record<string, [contentType: string, extension: string]> = {
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

/** Converts a type from the detection library to the name and extension that PocketBase 0.22 uses. */
export function namedType(mime: string, extension: string): Sniffed {
  const wireName = wireNames[mime]
  return wireName ? { contentType: wireName[0], extension: wireName[1] } : { contentType: mime, extension: `.${extension}` }
}
