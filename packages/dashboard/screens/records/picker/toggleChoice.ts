import type { RecordJson } from '@coffer/fields/ui'

/** Toggles a record in the selection. With a limit of 1 it replaces the chosen record; above that, a full selection stays as it is. */
export function toggleChoice(chosen: readonly RecordJson[], record: RecordJson, limit: number): readonly RecordJson[] {
  if (chosen.some(({ id }) => id === record.id)) return chosen.filter(({ id }) => id !== record.id)
  if (limit === 1) return [record]
  return chosen.length < limit ? [...chosen, record] : chosen
}
