/** What is known of the ids of a relation. */
export interface Lookup<Found extends { id: string } = { id: string }> {
  known: ReadonlyMap<string, Found>
  /** Ids that no record has. */
  missing: ReadonlySet<string>
}

/** What is known after some ids were looked up, or records came from elsewhere. */
export const learn = <Found extends { id: string }>(
  lookup: Lookup<Found>,
  wanted: readonly string[],
  found: readonly Found[],
): Lookup<Found> => {
  const known = new Map([...lookup.known, ...found.map(record => [record.id, record] as const)])
  const missing = [...lookup.missing, ...wanted].filter(id => !known.has(id))
  return { known, missing: new Set(missing) }
}

export interface TidyIds {
  ids: string[]
  missing: string[]
  surplus: number
}

/** The ids that can be saved: those of records that exist, and of too many the latest. */
export const tidyIds = (ids: readonly string[], { missing }: Pick<Lookup, 'missing'>, limit: number): TidyIds => {
  const existing = ids.filter(id => !missing.has(id))
  const surplus = Math.max(0, existing.length - limit)
  return { ids: existing.slice(surplus), missing: ids.filter(id => missing.has(id)), surplus }
}
