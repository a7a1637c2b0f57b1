import { type ImportedCollection, type ImportNotes, messagesOf } from '@coffer/schema'
import { loadCatalog } from '../../catalog/loadCatalog.ts'
import { mergeImported } from '../../collections/import/mergeImported.ts'
import { orderViews } from '../../collections/import/orderViews.ts'
import { importCollections } from '../../collections/importCollections.ts'
import { noReport } from '../../collections/logProgress.ts'
import { randomSecret } from '../../crypto/randomText.ts'
import type { Engine } from '../../db/engine.ts'
import { ensureTable } from '../../db/serverTables.ts'
import { messageOf } from '../../errors/inspectError.ts'
import { Rejection } from '../../errors/Rejection.ts'
import { signInTable } from '../../records/rows/signIns.ts'
import { withSecrets } from '../../settings/defaultSettings.ts'
import { changeSettings } from '../../settings/storedSettings.ts'
import { openDataDirectory } from '../openDataDirectory.ts'
import type { ImportPlan } from './planImport.ts'

const secretLength = 50

const reasonOf = (error: unknown): string =>
  error instanceof Rejection && error.issues ? messagesOf(error.issues).join(' ') : messageOf(error)

const importAll = (db: Engine, collections: readonly ImportedCollection[], deleteMissing: boolean): Promise<void> =>
  db.transaction(async transaction =>
    importCollections(transaction, await loadCatalog(transaction, 0), collections, { deleteMissing, isNewer: true }, noReport),
  )

/** Creates the views, each one after the views it reads, and notes the views that cannot be created. */
async function createViews(db: Engine, views: readonly ImportedCollection[], notes: ImportNotes): Promise<void> {
  const merged = views.map(view => mergeImported(view, undefined, false).after)
  for (const { id } of orderViews(merged.filter(view => view.type === 'view'))) {
    const view = views.find(each => each.id === id)
    if (!view) continue
    try {
      await importAll(db, [view], false)
    } catch (error) {
      notes.cannot(view.name, `Its query or one of its rules does not work: ${reasonOf(error)}`)
    }
  }
}

/**
 * Creates a data directory with the settings and the empty collections of a plan. Views that cannot be created are added to its
 * notes.
 * @throws Error with a sentence if the collections cannot be created
 */
export async function createTarget(
  dataDir: string,
  { collections, settings, notes }: ImportPlan,
  encryptionKey: string,
): Promise<void> {
  const db = await openDataDirectory(dataDir, () => withSecrets(settings, () => randomSecret(secretLength)))
  try {
    // Encrypts them, if there is a key.
    await changeSettings(db, encryptionKey, stored => stored)
    const all = collections.map(({ collection }) => collection)
    const tables = all.filter(({ type }) => type !== 'view')
    await importAll(db, tables, true)
    await db.transaction(transaction => ensureTable(transaction, signInTable, 'signIns'))
    await createViews(
      db,
      all.filter(({ type }) => type === 'view'),
      notes,
    )
  } catch (error) {
    throw new Error(`The collections cannot be created: ${reasonOf(error)}`, { cause: error })
  } finally {
    await db.close()
  }
}
