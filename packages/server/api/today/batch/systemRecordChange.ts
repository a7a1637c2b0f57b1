import { systemCollectionIds } from '@coffer/schema'
import { superusers } from '../../../auth/superusers.ts'
import type { Call } from '../../Call.ts'
import { superusersOnly } from '../../guards.ts'
import { findRow } from '../systemRecords/readRecord.ts'
import type { SystemTable } from '../systemRecords/SystemTable.ts'
import { deleteSystemRecord, readSystemForm, storeSystemRecord } from '../systemRecords/save.ts'
import { systemTables } from '../systemRecords/systemTables.ts'
import type { OtherBatchChange, OtherCollection } from './OtherBatchChange.ts'
import type { BatchRequest } from './readBatch.ts'
import { superuserCollection } from './superuserChange.ts'

function planDeletion(call: Call, system: SystemTable, id: string): OtherBatchChange {
  if (!system.isOwned) void superusersOnly(call)
  return {
    action: 'delete',
    id,
    collectionName: system.name,
    prepareOther: async () => transaction => deleteSystemRecord(transaction, call, system, id),
  }
}

function planChange(call: Call, system: SystemTable, sent: BatchRequest, id: string | undefined): OtherBatchChange {
  if (sent.method === 'DELETE') return planDeletion(call, system, id ?? '')
  void superusersOnly(call)
  const body = { kind: 'json', text: JSON.stringify(sent.body) } as const
  const values = readSystemForm({ ...call.request, body }, system)
  const change: OtherBatchChange = {
    action: id === undefined ? 'create' : 'update',
    id: id ?? '',
    collectionName: system.name,
    prepareOther: async () => async transaction => {
      change.shown = await storeSystemRecord(transaction, call, system, { id, sent: values })
    },
  }
  return change
}

const collectionOf = (system: SystemTable): OtherCollection => ({
  id: systemCollectionIds.get(system.name) ?? '',
  exists: async ({ app, requester }, id) => (await findRow(app.db, system, requester, id)) !== undefined,
  plan: (call, sent, id) => planChange(call, system, sent, id),
})

/**
 * Returns the system collection that a request of a batch changes, by its id or, ignoring case, by its name. undefined for other
 * collections, and for records that only the server creates.
 */
export function findOtherCollection(idOrName: string, method: string): OtherCollection | undefined {
  const name = idOrName.toLowerCase()
  if (name === superusers.id || name === superusers.name) return superuserCollection
  const system = systemTables.find(one => one.name.toLowerCase() === name || systemCollectionIds.get(one.name) === name)
  return system && (system.store || method === 'DELETE') ? collectionOf(system) : undefined
}
