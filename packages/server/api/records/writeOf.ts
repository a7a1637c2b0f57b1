import type { Write } from '../../records/Write.ts'
import { readData, readRuleData } from '../body/readData.ts'
import type { Call } from '../contract.ts'
import { findWritableCollection } from './findCollection.ts'

/**
 * The change that a request asks for.
 * @throws ApiError 404 when there is no such collection, 400 for a view
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
