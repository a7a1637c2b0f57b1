import { longestQuery, queryLength } from '../filters/queryLength.ts'
import type { ListRequest } from './records.ts'

/**
 * The first of several field lists, the most exact one first, with which a list can be asked for in so many bytes; the last where
 * that is possible with none.
 */
export function fitFields(
  request: Omit<ListRequest, 'collectionId' | 'fields'>,
  candidates: readonly string[][],
  room = longestQuery,
): string {
  const { filter, sort, expand } = request
  const query = { page: '10000', perPage: '500', skipTotal: '1', filter, sort, expand }
  const lists = candidates.map(names => [...new Set(names)].join(','))
  return lists.find(fields => queryLength({ ...query, fields }) <= room) ?? lists.at(-1) ?? ''
}
