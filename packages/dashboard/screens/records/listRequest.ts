import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '@coffer/schema'
import { toFilter } from '../../queries/toFilter.ts'
import { columnsOf, searchedNames } from './columns.ts'
import { labelRequest } from './recordLabel.ts'
import { formatSort, type SortKey } from './sort.ts'

const excerpt = ':excerpt(200)'

/** What a list asks the server for. */
export interface ListRequest {
  collectionId: string
  filter: string
  sort: string
  expand: string
  fields: string
}

/** The request behind a view of a collection: typed filter, sort and the ids of hidden columns. */
export function listRequest(
  collection: Collection,
  collections: readonly Collection[],
  view: { filter: string; sort: readonly SortKey[]; hidden: readonly string[] },
): ListRequest {
  const shown = collection.schema.filter(field => !view.hidden.includes(field.id))
  const relations = shown.flatMap(field => {
    const targetId = abilitiesOf(field).refersTo?.(field.options)
    if (targetId === undefined) return []
    const target = collections.find(({ id }) => id === targetId)
    return { name: field.name, label: labelRequest(target, collections) }
  })
  const sort = view.sort.flatMap(key => sortedNames(key.name, collection, collections).map(name => ({ ...key, name })))
  return {
    collectionId: collection.id,
    filter: toFilter(view.filter, searchedNames(collection)),
    sort: formatSort(sort),
    expand: relations.flatMap(({ name, label }) => [name, ...label.expand.map(below => `${name}.${below}`)]).join(','),
    fields: [
      ...['id', 'collectionId', 'collectionName', ...(collection.type === 'auth' ? ['verified'] : [])],
      ...columnsOf(collection)
        .filter(column => column.canHide && !view.hidden.includes(column.id))
        .map(({ field }) => (abilitiesOf(field).holdsHtml ? field.name + excerpt : field.name)),
      ...relations.flatMap(({ name, label }) => label.fields.map(below => `expand.${name}.${below}`)),
    ].join(','),
  }
}

/** A relation is sorted by what stands for its record, not by the record's id. */
function sortedNames(name: string, collection: Collection, collections: readonly Collection[]): string[] {
  const field = collection.schema.find(candidate => candidate.name === name)
  const targetId = field && abilitiesOf(field).refersTo?.(field.options)
  const target = collections.find(({ id }) => id === targetId)
  const presentable = target?.schema.filter(({ presentable }) => presentable).map(shown => `${name}.${shown.name}`) ?? []
  return presentable.length > 0 ? presentable : [name]
}
