import { randomRecordId } from '../form/randomRecordId.ts'

/** Records under one key: one call undoes them, after which the progress can be shown. */
const perKey = 200

/** Assigns a key to each of some records, so that they can be undone some at a time. */
export function undoKeys(ids: readonly string[]): { keys: string[]; keyOf: (id: string) => string } {
  const keys = Array.from({ length: Math.ceil(ids.length / perKey) }, randomRecordId)
  const known = new Map(ids.map((id, index) => [id, keys[Math.floor(index / perKey)]]))
  return { keys, keyOf: id => known.get(id) ?? '' }
}
