import { abilitiesOf } from '@coffer/fields/abilities'
import type { Collection } from '@coffer/schema'
import { fitFields } from '../../../queries/filters/queryLength.ts'
import { toFilter } from '../../../queries/filters/toFilter.ts'
import type { ListRequest } from '../../../queries/records/records.ts'
import type { Lookup } from '../../../queries/records/recordsByIds.ts'
import { effectiveSort, formatSort } from '../../../table/sort.ts'
import { columnsOf, searchedNames } from '../columns/columns.ts'
import { labelRequest } from '../list/recordLabel.ts'

/** Returns the list request for records that match a search term or filter, newest first. */
export function choiceRequest(collection: Collection, collections: readonly Collection[], filter: string): ListRequest {
  const names = columnsOf(collection).map(({ field }) => field.name)
  const request = {
    collectionId: collection.id,
    filter: toFilter(filter, searchedNames(collection)),
    sort: formatSort(effectiveSort(undefined, names)),
    expand: labelRequest(collection, collections).expand.join(','),
  }
  return { ...request, fields: fitFields(request, lineFields(collection, collections)) }
}

/** Returns the request parameters for records that are looked up by id. */
export function lookupRequest(collection: Collection, collections: readonly Collection[]): Lookup {
  const expand = labelRequest(collection, collections).expand.join(',')
  const fields = fitFields({ sort: '', expand }, lineFields(collection, collections))
  return { collectionId: collection.id, expand, fields }
}

/**
 * Returns field lists for records shown in one line, best first: with the values for their tooltips, then only the label fields.
 * They exclude json fields and contain only excerpts of rich text, so such a record must be loaded again before it is edited.
 */
function lineFields(collection: Collection, collections: readonly Collection[]): string[][] {
  const line = labelRequest(collection, collections).fields
  const others = columnsOf(collection)
    .map(({ field }) => field)
    .filter(field => !abilitiesOf(field).holdsJson)
    .map(field => (abilitiesOf(field).holdsHtml ? `${field.name}:excerpt(200)` : field.name))
  return [[...line, ...others], line]
}
