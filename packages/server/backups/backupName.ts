import { snakeCase } from '../files/uploads/storedName.ts'

/** What names of automatic backups begin with. */
export const autoPrefix = '@auto_pb_backup_'

const longestAppName = 50

/** A name that tells of what and when: `pb_backup_small_magazine_20260102030405.zip`, in UTC. */
export const madeUpName = (prefix: string, appName: string, moment = new Date()): string => {
  const time = moment.toISOString().slice(0, 19).replace(/\D/g, '')
  return `${prefix}${snakeCase(appName).slice(0, longestAppName)}_${time}.zip`
}
