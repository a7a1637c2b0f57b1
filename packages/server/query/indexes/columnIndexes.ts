import type { Collection } from '@coffer/schema'
import { memoizeByObject } from '../../runtime/cache/memoizeByObject.ts'
import { type Index, readIndex } from './readIndex.ts'

/** The part of a collection that has its indexes. */
type Indexed = Pick<Collection, 'indexes'>

const indexesOf = memoizeByObject((collection: Indexed): Index[] =>
  collection.indexes.flatMap(statement => readIndex(statement) ?? []),
)

/** Whether a collection has a unique index on exactly this column: for all rows, or only for those of a partial index. */
export function isUniqueColumn(collection: Indexed, column: string): 'always' | 'partly' | false {
  const unique = indexesOf(collection).filter(
    ({ isUnique, columns }) => isUnique && columns.length === 1 && columns[0] === column.toLowerCase(),
  )
  if (unique.length === 0) return false
  return unique.every(({ isPartial }) => isPartial) ? 'partly' : 'always'
}

/** Returns the order of the first non-partial index that starts with this column; undefined if there is none. */
export function indexOrder(collection: Collection, column: string): 'ascending' | 'descending' | undefined {
  const found = indexesOf(collection).find(({ isPartial, columns }) => !isPartial && columns[0] === column.toLowerCase())
  return found && (found.isDescending ? 'descending' : 'ascending')
}

/** Whether a non-partial index starts with this column. */
export function isIndexed(collection: Collection, column: string): boolean {
  return indexOrder(collection, column) !== undefined
}
