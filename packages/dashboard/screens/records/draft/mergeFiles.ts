import { asList } from './asList.ts'

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
