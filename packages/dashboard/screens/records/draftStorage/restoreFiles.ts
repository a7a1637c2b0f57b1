import { isSame } from '../../../shell/form/isSame.ts'
import { asList } from '../draft/asList.ts'
import type { Draft } from '../draft/draft.ts'
import { type FilePlaceholder, isFilePlaceholder } from './filePlaceholders.ts'

/** The files of a field in a stored draft. */
export interface DraftFileField {
  /** The files in the form. New files are `FilePlaceholder` placeholders. */
  value: unknown
  /** The files that the record had at that time. */
  base: unknown
}

interface RestoredFiles {
  /** Restored files by field name. */
  values: Draft
  /** Base values by field name: for a single file the one at the time of the draft, for several the current ones, already merged. */
  base: Draft
  /** New files that no longer exist. */
  lost: FilePlaceholder[]
}

/**
 * Restores the files of a draft and merges them with the currently stored files. A field that has lost all its new files keeps the
 * stored files, since the user may have removed some only to replace them.
 */
export function restoreFiles(
  fields: Readonly<Record<string, DraftFileField>>,
  stored: Draft,
  find: (file: FilePlaceholder) => unknown,
): RestoredFiles {
  const restored: RestoredFiles = { values: {}, base: {}, lost: [] }
  for (const [name, { value, base }] of Object.entries(fields)) {
    const packed = asList(value)
    const lost = packed.filter(isFilePlaceholder).filter(file => find(file) === undefined)
    const items = packed.flatMap(item => (isFilePlaceholder(item) ? (find(item) ?? []) : [item]))
    restored.lost.push(...lost)
    if (lost.length > 0 && items.every(item => typeof item === 'string')) continue
    restored.values[name] = mergeWithStored(items, base, stored[name])
    restored.base[name] = Array.isArray(stored[name]) ? stored[name] : (asList(base)[0] ?? '')
  }
  return restored
}

function mergeWithStored(items: unknown[], base: unknown, stored: unknown): unknown {
  if (!Array.isArray(stored)) return items[0] ?? ''
  return isSame(base, stored) ? items : mergeFiles(items, base, stored)
}

/**
 * Merges the files of a field that someone else has changed in the meantime: the currently stored files without those removed in
 * this form, followed by the new files of this form. Stored files are file names.
 */
export function mergeFiles(draft: unknown, base: unknown, stored: unknown): unknown[] {
  const mine = asList(draft)
  const removed = asList(base).filter(name => !mine.includes(name))
  const kept = asList(stored).filter(name => !removed.includes(name))
  return [...kept, ...mine.filter(item => typeof item !== 'string')]
}
