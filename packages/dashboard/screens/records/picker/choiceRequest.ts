import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '@coffer/schema'
import type { ListRequest } from '../../../queries/records.ts'
import { toFilter } from '../../../queries/toFilter.ts'
import { columnsOf, searchedNames } from '../columns.ts'
import { labelRequest } from '../recordLabel.ts'
import { effectiveSort, formatSort } from '../sort.ts'

/**
 * What is asked for records that are shown in one line each: the newest first, found by a term or filter as it is typed. JSON of
 * any size stays behind, and of rich texts all but their beginnings, so that none of them may be edited as it comes.
 */
export function choiceRequest(collection: Collection, collections: readonly Collection[], filter = ''): ListRequest {
  const label = labelRequest(collection, collections)
  const fields = columnsOf(collection).map(column => column.field)
  const names = fields
    .filter(field => !abilitiesOf(field).holdsJson)
    .map(field => (abilitiesOf(field).holdsHtml ? `${field.name}:excerpt(200)` : field.name))
  return {
    collectionId: collection.id,
    filter: toFilter(filter, searchedNames(collection)),
    sort: formatSort(
      effectiveSort(
        undefined,
        fields.map(({ name }) => name),
      ),
    ),
    expand: label.expand.join(','),
    fields: [...new Set([...label.fields, ...names])].join(','),
  }
}
