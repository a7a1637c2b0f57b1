import type { Collection } from '../../pb/Collection.ts'
import type { Plain } from '../../pb/Host.ts'
import type { Record } from '../../pb/Record.ts'
import { isUniqueColumn } from '../../query/indexes/columnIndexes.ts'

/** Returns records of a collection by their ids. */
export type Fetch = (collection: Collection, ids: string[]) => Record[]

/** The records that relations lead to. */
export interface RelatedRecords {
  fetch: Fetch
  /** Finds a collection by its name or id. */
  findCollection: (nameOrId: string) => Collection
  /** Returns the ids of the records whose relation field refers to a record. */
  findReferringIds: (collection: Collection, field: string, id: string) => string[]
  /** Whether hidden fields are not followed. */
  hidesFields: boolean
}

/** The relation that a segment of a path refers to. */
interface Relation {
  target: Collection
  isSingle: boolean
  idsOf: (record: Record) => string[]
}

/** Matches `comments_via_post` and the older form `comments(post)`. */
const backSegment = /^(\w+)_via_(\w+)$|^(\w+)\((\w+)\)$/

/** Finds a relation field of a collection. */
function findField({ schema }: Collection, name: string, { hidesFields }: RelatedRecords) {
  const field = schema.getFieldByName(name)
  if (field?.type !== 'relation' || (hidesFields && field.hidden)) return undefined
  return field.options as { collectionId: string; maxSelect?: number | null }
}

function findRelation(collection: Collection, segment: string, related: RelatedRecords): Relation {
  const options = findField(collection, segment, related)
  if (options) {
    const target = related.findCollection(options.collectionId)
    return { target, isSingle: options.maxSelect === 1, idsOf: record => record.getStringSlice(segment) }
  }
  const [, from, via, olderFrom = '', olderVia = ''] = backSegment.exec(segment) ?? []
  const [source, name] = [from ?? olderFrom, via ?? olderVia]
  if (source === '') throw new Error(`Couldn't find relation field "${segment}" in collection "${collection.name}".`)
  const target = related.findCollection(source)
  const back = findField(target, name, related)
  if (back?.collectionId !== collection.id)
    throw new Error(`"${name}" is not a relation of the collection "${target.name}" to "${collection.name}".`)
  return {
    target,
    isSingle: back.maxSelect === 1 && isUniqueColumn(target, name) !== false,
    idsOf: record => related.findReferringIds(target, name, record.id),
  }
}

function expandPath(records: readonly Record[], path: readonly string[], related: RelatedRecords): void {
  const [name = '', ...rest] = path
  const [first] = records
  if (!first) return
  const { target, isSingle, idsOf } = findRelation(first.collection(), name, related)
  const idsByRecord = new Map(records.map(record => [record, idsOf(record)]))
  const ids = [...new Set([...idsByRecord.values()].flat())]
  if (ids.length === 0) return
  const found = related.fetch(target, ids)
  if (rest.length > 0) expandPath(found, rest, related)
  const byId = new Map(found.map(record => [record.id, record]))
  for (const [record, wanted] of idsByRecord) {
    const expanded = wanted.flatMap(id => byId.get(id) ?? [])
    if (expanded.length > 0) record.mergeExpand({ [name]: isSingle ? expanded[0] : expanded })
  }
}

/** Expands relations of records, in both directions. Returns the errors by path. Only `fetch` applies rules. */
export function expandRecords(records: readonly Record[], paths: readonly string[], related: RelatedRecords): Plain {
  const failed: Plain = {}
  for (const path of paths) {
    try {
      expandPath(records, path.split('.'), related)
    } catch (error) {
      failed[path] = error
    }
  }
  return failed
}
