import { asList } from './asList.ts'

/**
 * The files of a field whose stored ones someone else changed meanwhile: those that are stored now, without the ones that were
 * removed here, and with the new ones that were added here. Stored files are names.
 */
export function mergeFiles(draft: unknown, base: unknown, stored: unknown): unknown[] {
  const mine = asList(draft)
  const removed = asList(base).filter(name => !mine.includes(name))
  const kept = asList(stored).filter(name => !removed.includes(name))
  return [...kept, ...mine.filter(item => typeof item !== 'string')]
}
