import type { WriteRequest } from '../../records/WriteRequest.ts'
import { readData, readRuleData } from '../body/readData.ts'
import type { Call } from '../contract.ts'
import { getWritableCollection } from '../getCollection.ts'

/**
 * Returns the requested change of a record.
 * @throws ApiError 404 if the collection does not exist, 400 for a view
 */
export const readWriteRequest = async (call: Call): Promise<WriteRequest> => {
  const collection = await getWritableCollection(call)
  return {
    ...call,
    collection,
    ruleData: readRuleData(call.request),
    readData: () => readData(call.request, collection),
  }
}
