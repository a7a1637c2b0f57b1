import type { Settings } from '@coffer/schema'
import type { Engine } from '../../db/engine.ts'
import { Rejection, toRejection } from '../../errors/Rejection.ts'
import { isSharedByNodes } from '../../files/storage/chooseStorage.ts'
import { changeSettings } from '../../settings/storedSettings.ts'
import type { App } from '../App.ts'

const filesIssue = {
  code: 'validation_s3_required',
  message: 'Several nodes run on this database, which need S3 for their files.',
}
const backupsIssue = {
  code: 'validation_s3_required',
  message: 'Several nodes run on this database, which need S3 for automatic backups.',
}

/**
 * @throws Rejection if files would no longer be stored where all nodes find them, or if automatic backups would fail for this reason. A
 * schedule that has failed before does not prevent other changes.
 */
function assertShared(config: App['config'], { s3, backups }: Settings, before: Settings['backups']): void {
  if (!isSharedByNodes(config, s3)) throw new Rejection('invalid', { issues: { s3: { enabled: filesIssue } } })
  if (backups.cron === '' || isSharedByNodes(config, backups.s3)) return
  if (backups.cron === before.cron && !isSharedByNodes(config, before.s3)) return
  throw new Rejection('invalid', { issues: { backups: { cron: backupsIssue } } })
}

/** Returns new settings for the effective ones. */
export type SettingsChange = (effective: Settings) => Settings

/** The configuration, and what begins the transaction in which the settings are stored. */
type SettingsStore = Pick<App, 'config'> & { db: Pick<Engine, 'transaction'> }

/**
 * Stores changed settings and returns the new effective ones.
 * @throws Rejection `settingsNotSaved` if they cannot be stored
 */
export function storeSettings({ config, db }: SettingsStore, change: SettingsChange): Promise<Settings> {
  const changed: SettingsChange = effective => {
    const settings = change(effective)
    assertShared(config, settings, effective.backups)
    return settings
  }
  return changeSettings(db, config.encryptionKey, changed, config.fixedSettings).catch(error => {
    throw error instanceof Rejection ? error : toRejection(error, 'settingsNotSaved')
  })
}
