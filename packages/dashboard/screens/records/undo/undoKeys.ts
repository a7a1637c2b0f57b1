import { randomRecordId } from '../form/randomRecordId.ts'

/** Deletions under one key: they are undone by one call, after which it can be said how far it has come. */
const perKey = 200

/** A key for the deletion of each of some records, so that they can be undone some at a time. */
export function undoKeys(ids: readonly string[]): { keys: string[]; keyOf: (id: string) => string } {
  const keys = Array.from({ length: Math.ceil(ids.length / perKey) }, randomRecordId)
  const known = new Map(ids.map((id, index) => [id, keys[Math.floor(index / perKey)]]))
  return { keys, keyOf: id => known.get(id) ?? '' }
}
