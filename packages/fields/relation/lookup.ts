/** What is known about the ids of a relation. */
export interface Lookup<Found extends { id: string } = { id: string }> {
  known: ReadonlyMap<string, Found>
  /** Ids without a record. */
  missing: ReadonlySet<string>
}

/** Adds the result of loading ids, or records that were loaded elsewhere. */
export function addToLookup<Found extends { id: string }>(
  lookup: Lookup<Found>,
  wanted: readonly string[],
  found: readonly Found[],
): Lookup<Found> {
  const known = new Map([...lookup.known, ...found.map(record => [record.id, record] as const)])
  const missing = [...lookup.missing, ...wanted].filter(id => !known.has(id))
  return { known, missing: new Set(missing) }
}

export interface SavableIds {
  ids: string[]
  missing: string[]
  surplus: number
}

/** Returns the ids that can be saved: those of existing records, and the last ones if there are too many. */
export function findSavableIds(ids: readonly string[], { missing }: Pick<Lookup, 'missing'>, limit: number): SavableIds {
  const existing = ids.filter(id => !missing.has(id))
  const surplus = Math.max(0, existing.length - limit)
  return { ids: existing.slice(surplus), missing: ids.filter(id => missing.has(id)), surplus }
}
