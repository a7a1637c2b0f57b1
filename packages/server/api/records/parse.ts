import type { Body } from '../../messages/ApiRequest.ts'
import { serializeParsed } from '../body/parsedRecord.ts'
import { readData, readRuleData } from '../body/readData.ts'
import type { Call } from '../Call.ts'
import { getWritableCollection } from '../getCollection.ts'

/**
 * Parses the large body of a record.
 * @throws Rejection if it is invalid or exceeds a limit, 404 if the collection does not exist
 */
export async function parseRecord(call: Call): Promise<Body> {
  const collection = getWritableCollection(call)
  const { request } = call
  return serializeParsed({ data: readData(request, collection), ruleData: readRuleData(request) }, collection)
}
