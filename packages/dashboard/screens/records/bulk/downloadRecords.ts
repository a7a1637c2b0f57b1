import type { Collection } from '@coffer/schema'
import { fetchRecordsByIds } from '../../../queries/records/recordsByIds.ts'
import { downloadText } from '../../../shell/files/downloadText.ts'

/** Number of ids per lookup request. */
const idsPerRequest = 100

/** Downloads records as a JSON file, with all fields and in the order of the ids. */
export async function downloadRecords({ id, name }: Collection, ids: readonly string[]): Promise<void> {
  const found = await fetchRecordsByIds({ collectionId: id, expand: '', fields: '*' }, ids, idsPerRequest)
  const byId = new Map(found.map(record => [record.id, record]))
  const records = ids.flatMap(wanted => byId.get(wanted) ?? [])
  const fileName = ids.length === 1 ? `${name}_${ids[0]}.json` : `${name}_${records.length}_records.json`
  downloadText(fileName, JSON.stringify(ids.length === 1 ? records[0] : records, null, 2), 'application/json')
}
