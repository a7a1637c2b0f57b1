import type { App } from '../../threads/App.ts'
import type { Answer, Endpoint } from '../contract.ts'

const suspended = 'Changes are rejected because the disk failed to store data. Reads go on. See the console of the server.'

const healthOf = ({ versions }: App): Answer => {
  if (versions.areWritesSuspended()) return { status: 503, json: { message: suspended, code: 503, data: { canBackup: false } } }
  return { json: { message: 'API is healthy.', code: 200, data: { canBackup: !versions.isBackupUnderWay() } } }
}

/** Returns whether the server accepts changes, and whether a backup may be made now. */
export const checkHealth: Endpoint = {
  method: 'GET',
  path: '/health',
  runs: 'reads',
  handle: async ({ app }) => healthOf(app),
}
