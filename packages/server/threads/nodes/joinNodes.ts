import { createHmac } from 'node:crypto'
import type { LiveApp } from '../../api/App.ts'
import { productVersion } from '../../config/config.ts'
import { isSharedByNodes } from '../../files/storage/chooseStorage.ts'
import { readStoredSettings } from '../../settings/storedSettings.ts'
import { nodePolicy } from './nodePolicy.ts'

/** Returns a text that is the same for nodes with the same encryption key, and does not reveal the key. */
function fingerprintOf(encryptionKey: string): string {
  return encryptionKey === '' ? 'none' : createHmac('sha256', encryptionKey).update('coffer nodes').digest('hex')
}

/** Returns why a node cannot use the stored settings, as a sentence; undefined if it can. */
async function findSettingsProblem({ config, db, snapshot }: LiveApp): Promise<string | undefined> {
  const stored = await readStoredSettings(db, config.encryptionKey)
  if ('problem' in stored) return `A node must be able to read the stored settings: ${stored.problem}.`
  const { settings } = await snapshot()
  return isSharedByNodes(config, settings.s3)
    ? undefined
    : 'Several nodes need a common storage of files. Start the server without --node, enable S3 in Settings → Files storage, and start it with --node again; or set COFFER_SETTINGS_S3_ENABLED and its other variables.'
}

/**
 * Joins the nodes of the database in the thread that writes, if this server is a node.
 * @throws Error with a sentence for the command line if the settings cannot be read, if files are not stored in S3, or if the running
 * nodes have another encryption key or version
 */
export async function joinNodes(app: LiveApp): Promise<void> {
  const { config, db, versions } = app
  const { node } = db
  if (!node) return
  node.onLease(versions.renewLease)
  const identity = { name: node.name, version: productVersion(), key: fingerprintOf(config.encryptionKey) }
  await node.join(identity, nodePolicy, () => findSettingsProblem(app))
}
