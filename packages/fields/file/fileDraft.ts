/** A new file: what the form shows of a `File`. */
interface Upload {
  readonly name: string
  readonly size: number
}

/** The name of a stored file, or a new one. */
export type FileItem = string | Upload

const isItem = (item: unknown): item is FileItem =>
  typeof item === 'string' ? item !== '' : typeof item === 'object' && item !== null && 'name' in item && 'size' in item

/** The files of a draft, one or several. */
export const fileItems = (value: unknown): FileItem[] => [value].flat().filter(isItem)

/** Files in the shape that the API answers with: one or none where the field holds a single file, else a list. */
export const fileValue = (items: readonly FileItem[], isMultiple: boolean): unknown =>
  isMultiple ? [...items] : (items[0] ?? '')

/** A draft with a stored file put back where it was among the stored ones. */
export const restoreFile = (items: readonly FileItem[], stored: readonly string[], name: string): FileItem[] => {
  const later = new Set<FileItem>(stored.slice(stored.indexOf(name) + 1))
  const position = items.findIndex(item => later.has(item) || typeof item !== 'string')
  return position < 0 ? [...items, name] : items.toSpliced(position, 0, name)
}
