import type { Collection } from '@coffer/schema'
import type { RecordInput } from '../../records/RecordInput.ts'
import { withoutHidden } from '../../records/rows/hiddenFields.ts'
import { readInput } from '../body/readData.ts'
import type { Call } from '../Call.ts'
import { readTodayInput } from '../today/records/readInput.ts'
import { readFileModifiers } from './readFileModifiers.ts'

/**
 * Returns the submitted record, read as the dialect of the request defines it. Only admins can set hidden fields, so the hidden fields
 * that others send are left out.
 * @throws Rejection if the body cannot be parsed
 */
export function readRecordInput(
  { request, requester }: Pick<Call, 'request' | 'requester'>,
  collection: Collection,
): RecordInput {
  const input =
    request.dialect === 'today' ? readTodayInput(request, collection) : readFileModifiers(readInput(request, collection))
  return withoutHidden(collection, requester, input)
}
