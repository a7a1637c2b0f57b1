import { asList } from '../draft/asList.ts'
import { randomRecordId } from '../form/randomRecordId.ts'

/** A placeholder for a new file in a stored draft. The content is stored separately. */
export interface FilePlaceholder {
  id: string
  name: string
}

const ids = new WeakMap<File, string>()

/** Returns the id under which a new file is stored. The same `File` object always has the same id. */
export function fileIdOf(file: File): string {
  const known = ids.get(file)
  if (known !== undefined) return known
  const id = randomRecordId()
  ids.set(file, id)
  return id
}

/** Assigns the id under which a file is already stored, so that it is not stored twice. */
export function rememberFileId(file: File, id: string): void {
  ids.set(file, id)
}

/** Returns whether an item of a stored draft is a placeholder for a new file. */
export function isFilePlaceholder(item: unknown): item is FilePlaceholder {
  return typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string'
}

/** Replaces the new files of a field by placeholders. */
export function packFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(packFiles)
  return value instanceof File ? ({ id: fileIdOf(value), name: value.name } satisfies FilePlaceholder) : value
}

/** Returns the placeholders among the files of a field. */
export function placeholdersIn(packed: unknown): FilePlaceholder[] {
  return asList(packed).filter(isFilePlaceholder)
}
