import type { Collection } from '../../pb/Collection.ts'
import type { Plain } from '../../pb/Host.ts'
import type { Record } from '../../pb/Record.ts'

/** Returns records of a collection by their ids. */
export type Fetch = (collection: Collection, ids: string[]) => Record[]

function expandPath(records: readonly Record[], path: readonly string[], fetch: Fetch, find: (id: string) => Collection): void {
  const [name = '', ...rest] = path
  const [first] = records
  if (!first) return
  const field = first.collection().schema.getFieldByName(name)
  if (field?.type !== 'relation')
    throw new Error(`Couldn't find relation field "${name}" in collection "${first.collection().name}".`)
  const { collectionId, maxSelect } = field.options as { collectionId: string; maxSelect?: number }
  const ids = [...new Set(records.flatMap(record => record.getStringSlice(name)))]
  if (ids.length === 0) return
  const related = fetch(find(collectionId), ids)
  if (rest.length > 0) expandPath(related, rest, fetch, find)
  const byId = new Map(related.map(record => [record.id, record]))
  for (const record of records) {
    const found = record.getStringSlice(name).flatMap(id => byId.get(id) ?? [])
    if (found.length > 0) record.mergeExpand({ [name]: maxSelect === 1 ? found[0] : found })
  }
}

/** Expands relations of records. Returns the errors by path. Rules are not applied. */
export function expandRecords(
  records: readonly Record[],
  paths: readonly string[],
  fetch: Fetch,
  find: (id: string) => Collection,
): Plain {
  const failed: Plain = {}
  for (const path of paths) {
    try {
      expandPath(records, path.split('.'), fetch, find)
    } catch (error) {
      failed[path] = error
    }
  }
  return failed
}
