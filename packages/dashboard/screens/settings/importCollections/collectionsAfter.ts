import type { Collection, ImportedCollection } from '@coffer/schema'

/** Returns the collections as an import leaves them. Views keep the fields of their stored query. */
export function collectionsAfter(
  stored: readonly Collection[],
  imported: readonly ImportedCollection[],
  deletesMissing: boolean,
): Collection[] {
  const remaining = stored.filter(({ id, system }) => !deletesMissing || system || imported.some(after => after.id === id))
  const known = remaining.map(before => {
    const after = imported.find(({ id }) => id === before.id)
    if (!after) return before
    const isKept = ({ id }: Collection['schema'][number]) => !deletesMissing && !after.schema.some(field => field.id === id)
    const schema = before.type === 'view' ? before.schema : [...after.schema, ...before.schema.filter(isKept)]
    return { ...before, ...after, type: before.type, schema } as Collection
  })
  const added = imported.filter(({ id }) => !stored.some(before => before.id === id))
  return [...known, ...(added as object[] as Collection[])]
}
