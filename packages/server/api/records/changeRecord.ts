import type { Write } from '../../records/Write.ts'
import { readData, readRuleData } from '../body/readData.ts'
import type { Answer, Call } from '../contract.ts'
import { findWritableCollection } from './findCollection.ts'

const writeOf = async (call: Call): Promise<Write> => {
  const collection = await findWritableCollection(call)
  return {
    ...call,
    collection,
    ruleData: readRuleData(call.request),
    readData: () => readData(call.request, collection),
  }
}

/**
 * Makes the change that a request asks for; the collections stay what they are meanwhile.
 * @throws ApiError 404 when there is no such collection, 400 for a view
 */
export const changeRecord = (call: Call, change: (write: Write) => Promise<Answer>): Promise<Answer> =>
  call.app.lock.share(async () => change(await writeOf(call)))
