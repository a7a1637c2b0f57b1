import { maxQueryBytes, queryLength } from '../filters/queryLength.ts'
import type { ListRequest } from './records.ts'

/**
 * Returns the first field list that fits into the query string of a record list, or the last one if none fits. Candidates are
 * sorted from the most specific to the most general.
 */
export function fitFields({ sort, expand }: Pick<ListRequest, 'sort' | 'expand'>, candidates: readonly string[][]): string {
  const query = { page: '10000', perPage: '500', skipTotal: '1', sort, expand }
  const lists = candidates.map(names => [...new Set(names)].join(','))
  return lists.find(fields => queryLength({ ...query, fields }) <= maxQueryBytes) ?? lists.at(-1) ?? ''
}
