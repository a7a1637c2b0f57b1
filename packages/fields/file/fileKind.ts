export type FileKind = 'image' | 'video' | 'audio' | 'document' | 'other'

const extensions: Record<Exclude<FileKind, 'other'>, readonly string[]> = {
  image: ['jpg', 'jpeg', 'jfif', 'png', 'gif', 'svg', 'webp', 'avif'],
  video: ['mp4', 'm4v', 'webm', 'mkv', 'mov', 'avi', 'wmv', '3gp'],
  audio: ['mp3', 'm4a', 'aac', 'aa', 'ogg', 'oga', 'opus', 'wav', 'flac', 'mogg', 'amr'],
  document: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'ods', 'odp', 'rtf', 'txt', 'md', 'csv', 'json'],
}

const kinds = new Map(
  (Object.keys(extensions) as Exclude<FileKind, 'other'>[]).flatMap(kind => extensions[kind].map(extension => [extension, kind])),
)

/** Returns the kind of a file, derived from its extension. */
export function fileKind(name: string): FileKind {
  return kinds.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? 'other'
}
