import { type Collection, readImport, type Settings } from '@coffer/schema'
import { countAdmins, deleteAdmin, findAdmin, findAdminByEmail } from '../auth/admins.ts'
import type { Catalog } from '../catalog/Catalog.ts'
import { loadCatalog } from '../catalog/loadCatalog.ts'
import { deleteCollection } from '../collections/deleteCollection.ts'
import { importCollections } from '../collections/importCollections.ts'
import { noReport } from '../collections/logProgress.ts'
import { submitCollection } from '../collections/submitCollection.ts'
import { refreshViews } from '../collections/views/refreshViews.ts'
import type { Config } from '../config/config.ts'
import { randomFieldId } from '../crypto/randomText.ts'
import type { Engine, Transaction } from '../db/engine.ts'
import { untrusted } from '../db/sql.ts'
import type { CollectionData, HostService, Plain } from '../pb/Host.ts'
import type { RecordWriter } from '../records/changes/RecordWriter.ts'
import { lines, print } from '../runtime/terminal.ts'
import { changeSettings, loadSettings } from '../settings/storedSettings.ts'
import { saveAdmin } from './adminOperations.ts'
import { deleteRecord, findRecords, saveRecord } from './recordOperations.ts'
import { statementOf } from './statementOf.ts'

type Secrets = Pick<Config, 'encryptionKey'> & { fixedSettings: Config['fixedSettings'] | undefined }

/** Copies a collection, so that it crosses threads as plain data. */
const dataOf = (collection: Collection): CollectionData => JSON.parse(JSON.stringify(collection))

/** Loads the collections as the transaction sees them, again after each change. */
function createCatalogCache(transaction: Transaction) {
  let loaded: Promise<Catalog> | undefined
  return {
    load: (): Promise<Catalog> => {
      loaded ??= loadCatalog(transaction, 0)
      return loaded
    },
    forget: (): void => {
      loaded = undefined
    },
  }
}

/**
 * Creates the operations of scripts in one transaction.
 * @param records writes records in that transaction
 */
export function createHostService(records: RecordWriter, { encryptionKey, fixedSettings }: Secrets): HostService {
  const { transaction } = records
  const catalogs = createCatalogCache(transaction)
  const collectionOf = async (id: string): Promise<Collection> => {
    const found = (await catalogs.load()).byId(id)
    if (!found) throw new Error(`There is no collection ${id}.`)
    return found
  }
  const inTransaction: Pick<Engine, 'transaction'> = { transaction: work => work(transaction) }
  return {
    collections: async () => (await catalogs.load()).all.map(dataOf),
    saveCollection: async (given, isNew) => {
      const catalog = await catalogs.load()
      const [form] = readImport([given], randomFieldId)
      const before = form && catalog.byId(form.id)
      if (isNew && before) throw new Error(`There is already a collection with the id ${before.id}.`)
      const saved = await submitCollection(transaction, catalog, before, form ?? {}, noReport)
      catalogs.forget()
      // As with other changes of collections, a view whose query no longer works stays as it is.
      const { all } = await catalogs.load()
      await transaction.attempt(() => refreshViews(transaction, all, saved.id)).catch(() => undefined)
      catalogs.forget()
      return dataOf(saved)
    },
    deleteCollection: async id => {
      await deleteCollection(transaction, await catalogs.load(), await collectionOf(id))
      catalogs.forget()
    },
    importCollections: async (given, deleteMissing) => {
      await importCollections(transaction, await catalogs.load(), readImport(given, randomFieldId), { deleteMissing }, noReport)
      catalogs.forget()
    },
    findRecords: async (id, column, value, limit) => findRecords(transaction, await collectionOf(id), column, value, limit),
    saveRecord: async (id, values, isNew) => saveRecord(records, await collectionOf(id), values, isNew),
    deleteRecord: async (collectionId, id) => deleteRecord(records, await catalogs.load(), await collectionOf(collectionId), id),
    settings: async () => ({ ...(await loadSettings(transaction, encryptionKey, fixedSettings)) }),
    saveSettings: async changed => {
      await changeSettings(inTransaction, encryptionKey, () => changed as unknown as Settings, fixedSettings)
    },
    findAdmin: async email => {
      const admin = await findAdminByEmail(transaction, email)
      return admin && { id: admin.id, email: admin.email, avatar: admin.avatar }
    },
    saveAdmin: given => saveAdmin(transaction, given),
    deleteAdmin: async id => {
      const admin = await findAdmin(transaction, id)
      if (!admin) throw new Error(`There is no admin ${id}.`)
      if ((await countAdmins(transaction)) === 1) throw new Error("You can't delete the only admin.")
      await deleteAdmin(transaction, admin)
    },
    execute: async (text, parameters) => {
      const result = await transaction.run(statementOf(text, parameters))
      // Nobody knows what the statement has changed.
      transaction.markCollectionsChanged()
      transaction.markSettingsChanged()
      for (const { id } of (await catalogs.load()).all) transaction.markRecordsChanged(id)
      catalogs.forget()
      return result
    },
    query: async (text, parameters) => {
      const names = await transaction.columnsOf(untrusted`${text.replaceAll(/\{:\w+\}/g, 'NULL')}`)
      const rows = await transaction.rows(statementOf(text, parameters))
      return rows.map(row => Object.fromEntries(names.map((column, index): [string, unknown] => [column, row[index]])) as Plain)
    },
    print: text => print`${lines(text)}`,
  }
}
