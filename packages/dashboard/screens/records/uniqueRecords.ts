import type { RecordJson } from '@coffer/fields/ui'

/** The records of loaded pages, each once: one that was pushed to the next page by a newer one would otherwise stand there twice. */
export function uniqueRecords(pages: readonly RecordJson[][] = []): RecordJson[] {
  return [...new Map(pages.flat().map(record => [record.id, record])).values()]
}
