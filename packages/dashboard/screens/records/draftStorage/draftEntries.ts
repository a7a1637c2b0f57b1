import { draftPrefix } from './draftKey.ts'
import { placeholdersIn } from './filePlaceholders.ts'
import type { DraftFileField } from './restoreFiles.ts'

/** A draft in local storage: values by field name, and metadata under names that no field can have. */
export interface DraftEntry extends Record<string, unknown> {
  /** The id of the new record, if the values were already sent. */
  '@id'?: string | undefined
  /** Time of the last change in milliseconds since 1970. */
  '@at'?: number | undefined
  /** The stored values of the same fields at that time. */
  '@base'?: Record<string, unknown> | undefined
  /** The file fields. */
  '@files'?: Record<string, DraftFileField> | undefined
}

/** Reads the entry with a key; undefined if it is missing or unreadable. */
export function readEntry(key: string): DraftEntry | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof stored === 'object' && stored !== null ? { ...stored } : undefined
  } catch {
    return undefined
  }
}

/**
 * Writes an entry, replacing any previous one with the same key.
 * @returns false if the storage is full or disabled; the form still has everything
 */
export function writeEntry(key: string, entry: DraftEntry): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(entry))
    return true
  } catch {
    return false
  }
}

/** Returns the keys of all drafts in this browser. */
export function draftKeys(): string[] {
  return Object.keys(localStorage).filter(key => key.startsWith(draftPrefix))
}

/** Returns the ids of the new files that any draft references. */
export function referencedFileIds(): Set<string> {
  const fields = draftKeys().flatMap(key => Object.values(readEntry(key)?.['@files'] ?? {}))
  return new Set(fields.flatMap(({ value }) => placeholdersIn(value)).map(({ id }) => id))
}
