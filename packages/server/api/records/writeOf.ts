import type { Write } from '../../records/Write.ts'
import { readData, readRuleData } from '../body/readData.ts'
import type { Call } from '../contract.ts'
import { findWritableCollection } from './findCollection.ts'

/**
 * Returns the requested change of a record.
 * @throws ApiError 404 if the collection does not exist, 400 for a view
 */
export const writeOf = async (call: Call): Promise<Write> => {
  const collection = await findWritableCollection(call)
  return {
    ...call,
    collection,
    ruleData: readRuleData(call.request),
    readData: () => readData(call.request, collection),
  }
}
