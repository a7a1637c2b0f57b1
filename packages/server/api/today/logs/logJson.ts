import { superusers } from '../../../auth/superusers.ts'
import type { Row } from '../../../db/engine.ts'
import { storedLog } from '../../v022/write/logJson.ts'

/**
 * Returns a row of `logColumns` as PocketBase 0.23 and later return it: `data.auth` is the name of a collection, '' for guests. Entries of
 * 0.22 have no name, which is only known for admins.
 */
export function todayLogJson(row: Row) {
  const { id, created, data, message, level } = storedLog(row)
  if (data.type !== 'request') return { id, created, data, message, level }
  const { auth, authCollection = auth === 'admin' ? superusers.name : '', userIp, remoteIp, ...rest } = data
  const addresses = { ...(userIp !== undefined && { userIP: userIp }), ...(remoteIp !== undefined && { remoteIP: remoteIp }) }
  return { id, created, data: { ...rest, auth: authCollection, ...addresses }, message, level }
}
