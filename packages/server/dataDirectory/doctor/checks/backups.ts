import { nextRun, parseSchedule } from '@coffer/schema'
import { backupsFolder } from '../../../config/reservedNames.ts'
import { chooseStorage } from '../../../files/storage/chooseStorage.ts'
import { dateText } from '../../../runtime/now.ts'
import type { Check } from '../Check.ts'

const dayMs = 24 * 60 * 60_000
/** Maximum age of the newest backup if none are created automatically. */
const maxAgeMs = 7 * dayMs
/** Time that a scheduled backup can take. */
const graceMs = 60 * 60_000

function isOverdue(cron: string, newest: Date): boolean {
  if (cron === '') return Date.now() - newest.getTime() > maxAgeMs
  const due = nextRun(parseSchedule(cron), newest)
  return due !== undefined && Date.now() - due.getTime() > graceMs
}

export const backupAge: Check = {
  name: 'backupAge',
  title: 'There is a recent backup.',
  find: async ({ config, settings }) => {
    const { cron, s3 } = (await settings()).backups
    const files = await chooseStorage(config, backupsFolder)(s3).list()
    const newest = files
      .filter(({ key }) => key.endsWith('.zip'))
      .map(({ modified }) => modified)
      .reduce<Date | undefined>((latest, date) => (latest && latest >= date ? latest : date), undefined)
    const advice = 'Create a backup, and turn on automatic backups in Settings, Backups.'
    if (!newest) return [{ severity: 'problem', message: 'There is no backup.', advice }]
    if (!isOverdue(cron, newest)) return []
    const message = `The newest backup is of ${dateText(newest)}${cron === '' ? '.' : ', although a later one was scheduled.'}`
    const reason = cron === '' ? advice : 'Settings, Backups shows why the last automatic backup failed.'
    return [{ severity: 'problem', message, advice: reason }]
  },
}

export const backupLocation: Check = {
  name: 'backupLocation',
  title: 'Backups survive the loss of this machine.',
  find: async ({ settings, hasNodes }) => {
    if ((await settings()).backups.s3.enabled) return []
    if (await hasNodes()) {
      const message = 'Several nodes run on the database without a common storage of backups, so they make none.'
      return [{ severity: 'problem', message, advice: 'Store backups in S3, in Settings, Backups.' }]
    }
    const message = 'Backups are stored in the data directory, so they are lost together with the data.'
    const advice = 'Store backups in S3. If you copy them to another machine regularly, leave this check out with --skip.'
    return [{ severity: 'notice', message, advice }]
  },
}
