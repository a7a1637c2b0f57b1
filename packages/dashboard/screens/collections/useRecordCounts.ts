import { useQuery } from '@tanstack/react-query'
import { recordCountsQuery } from '../../queries/records/recordCounts.ts'
import { useAfterLoad } from '../../shell/loading/useAfterLoad.ts'

/** Returns the number of records of each collection by its id; undefined until it is loaded, which happens after the page. */
export function useRecordCounts(): Readonly<Record<string, number>> | undefined {
  return useQuery({ ...recordCountsQuery, enabled: useAfterLoad() }).data
}
