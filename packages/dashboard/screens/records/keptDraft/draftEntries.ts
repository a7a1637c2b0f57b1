import { draftPrefix } from './draftKey.ts'
import { keptFilesIn } from './KeptFile.ts'
import type { KeptFileField } from './restoreFiles.ts'

/** A draft as it stands in local storage: values by name, and what no field has the name of. */
export interface DraftEntry extends Record<string, unknown> {
  /** The id of the new record that the values were sent to become. */
  '@id'?: string | undefined
  /** When it was kept, in milliseconds since 1970. */
  '@at'?: number | undefined
  /** The record's values of the same names as they were stored then. */
  '@base'?: Record<string, unknown> | undefined
  /** Fields that hold files. */
  '@files'?: Record<string, KeptFileField> | undefined
}

/** The entry under a key; undefined where there is none, or none that can be read. */
export function readEntry(key: string): DraftEntry | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof stored === 'object' && stored !== null ? { ...stored } : undefined
  } catch {
    return undefined
  }
}

/**
 * Puts an entry under a key, in place of what was there.
 * @returns whether it could: storage may be full or forbidden, and then the form itself still holds everything
 */
export function writeEntry(key: string, entry: DraftEntry): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(entry))
    return true
  } catch {
    return false
  }
}

/** Keys of all drafts in this browser. */
export const draftKeys = (): string[] => Object.keys(localStorage).filter(key => key.startsWith(draftPrefix))

/** Ids of the new files that any draft names. */
export function keptFileIds(): Set<string> {
  const fields = draftKeys().flatMap(key => Object.values(readEntry(key)?.['@files'] ?? {}))
  return new Set(fields.flatMap(({ value }) => keptFilesIn(value)).map(({ id }) => id))
}
