import { snakeCase } from '../files/uploads/storedName.ts'

/** Prefix of the names of automatic backups. */
export const autoPrefix = '@auto_pb_backup_'

const maxAppNameLength = 50

/** Generates a name with the app name and the time in UTC, such as `pb_backup_small_magazine_20260102030405.zip`. */
export const generatedName = (prefix: string, appName: string, moment = new Date()): string => {
  const time = moment.toISOString().slice(0, 19).replace(/\D/g, '')
  return `${prefix}${snakeCase(appName).slice(0, maxAppNameLength)}_${time}.zip`
}
