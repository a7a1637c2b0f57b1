import { randomRecordId } from '../form/randomRecordId.ts'

/** Number of records per undo key. One request undoes one key, so smaller groups show more progress. */
const recordsPerKey = 200

/** Assigns an undo key to each record, so that they can be undone in groups. */
export function undoKeys(ids: readonly string[]): { keys: string[]; keyOf: (id: string) => string } {
  const keys = Array.from({ length: Math.ceil(ids.length / recordsPerKey) }, randomRecordId)
  const known = new Map(ids.map((id, index) => [id, keys[Math.floor(index / recordsPerKey)]]))
  return { keys, keyOf: id => known.get(id) ?? '' }
}
