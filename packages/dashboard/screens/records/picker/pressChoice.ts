import type { RecordJson } from '@coffer/fields/ui'

/** The chosen records after one was pressed: it goes if it was chosen, replaces the only one there may be, or joins while there is room. */
export function pressChoice(chosen: readonly RecordJson[], record: RecordJson, limit: number): readonly RecordJson[] {
  if (chosen.some(({ id }) => id === record.id)) return chosen.filter(({ id }) => id !== record.id)
  if (limit === 1) return [record]
  return chosen.length < limit ? [...chosen, record] : chosen
}
