import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '@coffer/schema'
import { fitFields } from '../../../queries/filters/queryLength.ts'
import { toFilter } from '../../../queries/filters/toFilter.ts'
import type { ListRequest } from '../../../queries/records/records.ts'
import { formatSort, type SortKey } from '../../../table/sort.ts'
import { columnsOf, searchedNames } from '../columns/columns.ts'
import { labelRequest } from './recordLabel.ts'

const excerpt = ':excerpt(200)'

/** Returns the list request for a records page with its filter, sort and hidden columns. */
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
  const request = {
    collectionId: collection.id,
    filter: toFilter(view.filter, searchedNames(collection)),
    sort: formatSort(sort),
    expand: relations.flatMap(({ name, label }) => [name, ...label.expand.map(below => `${name}.${below}`)]).join(','),
  }
  const names = [
    'id',
    'collectionId',
    'collectionName',
    ...(collection.type === 'auth' ? ['verified'] : []),
    ...columnsOf(collection)
      .filter(column => column.canHide && !view.hidden.includes(column.id))
      .map(({ field }) => (abilitiesOf(field).holdsHtml ? field.name + excerpt : field.name)),
  ]
  const related = relations.flatMap(({ name, label }) => label.fields.map(below => `expand.${name}.${below}`))
  const everything = ['*', ...names.filter(name => name.endsWith(excerpt))]
  return { ...request, fields: fitFields(request, [[...names, ...related], [...everything, ...related], everything]) }
}

/** Returns the names to sort by. A relation is sorted by the presentable fields of the target, not by the record id. */
function sortedNames(name: string, collection: Collection, collections: readonly Collection[]): string[] {
  const field = collection.schema.find(candidate => candidate.name === name)
  const targetId = field && abilitiesOf(field).refersTo?.(field.options)
  const target = collections.find(({ id }) => id === targetId)
  const presentable = target?.schema.filter(({ presentable }) => presentable).map(shown => `${name}.${shown.name}`) ?? []
  return presentable.length > 0 ? presentable : [name]
}
