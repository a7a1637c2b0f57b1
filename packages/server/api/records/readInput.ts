import type { Collection } from '@coffer/schema'
import type { Body } from '../../messages/ApiRequest.ts'
import type { RecordInput } from '../../records/RecordInput.ts'
import { withoutHidden } from '../../records/rows/hiddenFields.ts'
import { serializeParsed } from '../body/parsedRecord.ts'
import { readData, readInput, readRuleData } from '../body/readData.ts'
import type { Call } from '../Call.ts'
import { getWritableCollection } from '../getCollection.ts'
import { readTodayInput } from '../today/records/readInput.ts'

/**
 * Returns the submitted record, read as the dialect of the request defines it. Only admins can set hidden fields, so the hidden fields
 * that others send are left out.
 * @throws Rejection if the body cannot be parsed
 */
export function readRecordInput(
  { request, requester }: Pick<Call, 'request' | 'requester'>,
  collection: Collection,
): RecordInput {
  const input = request.dialect === 'today' ? readTodayInput(request, collection) : readInput(request, collection)
  return withoutHidden(collection, requester, input)
}

/**
 * Parses the large body of a record.
 * @throws Rejection if it is invalid or exceeds a limit, 404 if the collection does not exist
 */
export async function parseRecord(call: Call): Promise<Body> {
  const collection = getWritableCollection(call)
  const { request } = call
  return serializeParsed({ data: readData(request, collection), ruleData: readRuleData(request) }, collection)
}
