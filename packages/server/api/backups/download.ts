import { basename } from 'node:path'
import { adminOfToken } from '../../auth/tokens.ts'
import { forbidden } from '../../errors/ApiError.ts'
import type { Endpoint } from '../contract.ts'

/** Downloads a backup. Requires an admin's file token in the URL, because a browser sends no header when it saves a file. */
export const downloadBackup: Endpoint = {
  method: 'GET',
  path: '/backups/:key',
  runs: 'reads',
  handle: async ({ app, request }) => {
    const token = request.query.find(([name]) => name === 'token')?.[1] ?? ''
    if (!(await adminOfToken(app, token, 'adminFileToken'))) throw forbidden('Insufficient permissions to access the resource.')
    const key = request.params.key ?? ''
    return { file: { key, name: basename(key), download: true, isPrivate: true, isBackup: true } }
  },
}
