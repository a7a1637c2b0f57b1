import type { Collection } from '@coffer/schema'
import { toFilter } from '../../../queries/filters/toFilter.ts'
import type { ListRequest } from '../../../queries/records/records.ts'
import { effectiveSort, formatSort } from '../../../table/sort.ts'
import { columnsOf, searchedNames } from '../columns/columns.ts'
import { labelRequest } from '../list/recordLabel.ts'
import { imageFields } from './imageFields.ts'

const excerpt = ':excerpt(100)'
const systemNames = ['id', 'collectionId', 'collectionName']

/** Returns the list request for records with files that match a search term or filter. Text fields are requested as excerpts. */
export function imageRequest(collection: Collection, typed: string): ListRequest {
  const files = imageFields(collection).map(({ name }) => name)
  const names = columnsOf(collection).map(({ field }) => field.name)
  const hasFiles = files.map(name => `${name}:length>0`).join('||')
  const filter = toFilter(typed, searchedNames(collection))
  const texts = labelRequest(collection, [], 0).fields.map(field => field.replace(/:.*/, ''))
  return {
    collectionId: collection.id,
    filter: filter === '' ? `(${hasFiles})` : `(${filter})&&(${hasFiles})`,
    sort: formatSort(effectiveSort(undefined, names)),
    expand: '',
    fields: [
      ...systemNames,
      ...files,
      ...texts
        .filter(name => names.includes(name) && !systemNames.includes(name) && !files.includes(name))
        .map(name => name + excerpt),
    ].join(','),
  }
}
