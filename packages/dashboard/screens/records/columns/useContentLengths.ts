import type { RecordJson } from '@coffer/fields/ui'
import { fieldViews } from '@coffer/fields/ui'
import { useState } from 'react'
import type { RecordColumn } from './columns.ts'

/** Number of characters of the longest value of each column, by column id. */
export type ContentLengths = Readonly<Record<string, number>>

/** Maximum number of records whose values determine the widths. */
const maxRecords = 200

function longestOf(records: readonly RecordJson[], { field }: RecordColumn): number | undefined {
  const { charactersOf } = fieldViews[field.type]
  if (!charactersOf || records.length === 0) return undefined
  return Math.max(...records.slice(0, maxRecords).map(record => charactersOf(record[field.name])))
}

/**
 * Returns the lengths of the values that the table has shown. They only grow while the collection is shown, so that columns do not
 * become narrower when the user sorts, filters or loads more.
 */
export function useContentLengths(records: readonly RecordJson[], columns: readonly RecordColumn[]): ContentLengths {
  const [seen, setSeen] = useState<{ records: readonly RecordJson[]; lengths: ContentLengths }>({ records: [], lengths: {} })
  if (seen.records === records) return seen.lengths
  const lengths: Record<string, number> = { ...seen.lengths }
  for (const column of columns) {
    const longest = longestOf(records, column)
    if (longest !== undefined) lengths[column.id] = Math.max(lengths[column.id] ?? 0, longest)
  }
  setSeen({ records, lengths })
  return lengths
}
