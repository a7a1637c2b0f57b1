import { asList } from '../draft/asList.ts'
import { randomRecordId } from '../form/randomRecordId.ts'

/** Stands in a kept draft for a new file, whose content is kept apart. */
export interface KeptFile {
  id: string
  name: string
}

const ids = new WeakMap<File, string>()

/** The id under which a new file is kept, as long as it is there. */
export function fileIdOf(file: File): string {
  const known = ids.get(file)
  if (known !== undefined) return known
  const id = randomRecordId()
  ids.set(file, id)
  return id
}

/** Tells under which id a file was kept, so that it is not kept a second time. */
export function rememberFileId(file: File, id: string): void {
  ids.set(file, id)
}

/** Whether an item of a kept draft stands for a new file. */
export const isKeptFile = (item: unknown): item is KeptFile =>
  typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string'

/** The files of a field with what stands for the new ones among them, in the same order. */
export function packFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(packFiles)
  return value instanceof File ? ({ id: fileIdOf(value), name: value.name } satisfies KeptFile) : value
}

/** What stands for new files among those of a field. */
export const keptFilesIn = (packed: unknown): KeptFile[] => asList(packed).filter(isKeptFile)
