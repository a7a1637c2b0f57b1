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

/** The name that the 0.22 wire has for a type the detection library has found. */
export const namedType = (mime: string, extension: string): Sniffed => {
  const other = renamed[mime]
  return other ? { contentType: other[0], extension: other[1] } : { contentType: mime, extension: `.${extension}` }
}
