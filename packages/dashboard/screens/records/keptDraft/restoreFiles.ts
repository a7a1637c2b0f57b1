import { isSame } from '../../../shell/form/isSame.ts'
import { asList } from '../draft/asList.ts'
import type { Draft } from '../draft/draft.ts'
import { mergeFiles } from '../draft/mergeFiles.ts'
import { isKeptFile, type KeptFile } from './KeptFile.ts'

/** The files of a field as they were kept. */
export interface KeptFileField {
  /** New files as `KeptFile`. */
  value: unknown
  /** Those that were stored then. */
  base: unknown
}

interface RestoredFiles {
  /** By field. */
  values: Draft
  /** What these come from, by field: where there is one file the one that was stored then, else those that are merged already. */
  base: Draft
  /** New files that are no more. */
  lost: KeptFile[]
}

/**
 * Kept files over those that are stored now. A field of whose new files none is left stays as it is stored: what was taken out to
 * make room for them may still be wanted.
 */
export function restoreFiles(
  kept: Readonly<Record<string, KeptFileField>>,
  stored: Draft,
  find: (file: KeptFile) => unknown,
): RestoredFiles {
  const restored: RestoredFiles = { values: {}, base: {}, lost: [] }
  for (const [name, { value, base }] of Object.entries(kept)) {
    const packed = asList(value)
    const lost = packed.filter(isKeptFile).filter(file => find(file) === undefined)
    const items = packed.flatMap(item => (isKeptFile(item) ? (find(item) ?? []) : [item]))
    restored.lost.push(...lost)
    if (lost.length > 0 && items.every(item => typeof item === 'string')) continue
    restored.values[name] = overStored(items, base, stored[name])
    restored.base[name] = Array.isArray(stored[name]) ? stored[name] : (asList(base)[0] ?? '')
  }
  return restored
}

function overStored(items: unknown[], base: unknown, stored: unknown): unknown {
  if (!Array.isArray(stored)) return items[0] ?? ''
  return isSame(base, stored) ? items : mergeFiles(items, base, stored)
}
