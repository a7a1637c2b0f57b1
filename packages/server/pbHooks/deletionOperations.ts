import type { Collection } from '@coffer/schema'
import { loadCatalog } from '../catalog/loadCatalog.ts'
import type { ToError } from '../db/engine.ts'
import type { Plain } from '../pb/Host.ts'
import { noListeners } from '../records/ChangeListeners.ts'
import { RecordWriter } from '../records/changes/RecordWriter.ts'
import { deleteAll, removeRecord } from '../records/deleteRecord.ts'
import type { RecordsContext } from '../records/RecordsContext.ts'
import { findRecord } from '../records/rows/findRecord.ts'
import type { StoredRecord } from '../records/rows/StoredRecord.ts'
import { createActor } from '../records/rules/Actor.ts'
import { serverAdmin } from '../records/rules/Requester.ts'

/** A record that a deletion also deletes or updates. */
export interface CascadedChange {
  action: 'Delete' | 'Update'
  collectionId: string
  /** The stored values. */
  values: Plain
  /** The values after an update. */
  changed?: Plain
}

/** Maximum number of records that hooks of models are called for in one deletion. */
const maxCascade = 10_000

/** Makes the changes of a deletion, and lists them. */
class CascadeRecorder extends RecordWriter {
  readonly cascade: CascadedChange[] = []

  override async removeReferences(before: StoredRecord, after: StoredRecord, toError: ToError): Promise<void> {
    await super.removeReferences(before, after, toError)
    this.#add({ action: 'Update', collectionId: before.collection.id, values: before.values, changed: after.values })
  }

  override async delete(collection: Collection, records: readonly StoredRecord[], toError?: ToError): Promise<void> {
    await super.delete(collection, records, toError)
    for (const { values } of records) this.#add({ action: 'Delete', collectionId: collection.id, values })
  }

  #add(change: CascadedChange): void {
    this.cascade.push(change)
    if (this.cascade.length > maxCascade)
      throw new Error(`The deletion changes more than ${maxCascade} records, for which hooks of models would be called.`)
  }
}

/** Creates the operations for deletions of scripts. */
export function deletionOperations(app: RecordsContext, records: RecordWriter) {
  const { transaction } = records
  const read = async (collectionId: string, id: string) => {
    const catalog = await loadCatalog(transaction, 0)
    const collection = catalog.byId(collectionId)
    const record = collection && (await findRecord(transaction, collection, id))
    if (!record) throw new Error(`There is no record ${id}.`)
    return { catalog, record }
  }
  return {
    /** Returns what the deletion of a record also deletes and updates, in this order. */
    planDeletion: async (collectionId: string, id: string): Promise<CascadedChange[]> => {
      const { catalog, record } = await read(collectionId, id)
      const recorder = new CascadeRecorder(transaction, { listeners: noListeners, logged: undefined, actor: { kind: 'server' } })
      await transaction.dryRun(() => deleteAll({ records: recorder, catalog, recorder: undefined }, record.collection, [record]))
      return recorder.cascade.slice(1)
    },
    /** Deletes a record, and stores it under the key for a while. */
    removeRecord: async (collectionId: string, id: string, undoKey?: string): Promise<void> => {
      const { catalog, record } = await read(collectionId, id)
      const actor = createActor({ kind: 'admin', admin: serverAdmin }, { method: 'DELETE', query: [], headers: {} })
      await removeRecord(records, { ...app, catalog }, actor, record.collection, id, undoKey)
    },
  }
}
