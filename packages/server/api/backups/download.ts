import { basename } from 'node:path'
import { findAdminByToken } from '../../auth/tokens.ts'
import { forbidden } from '../../errors/ApiError.ts'
import type { Call, Endpoint } from '../contract.ts'

const hasToken = async ({ app, request }: Call): Promise<boolean> => {
  const token = request.query.find(([name]) => name === 'token')?.[1] ?? ''
  return (await findAdminByToken(app, token, 'adminFileToken')) !== undefined
}

/** Downloads a backup. Requires an admin's file token in the URL, because a browser sends no header when it saves a file. */
export const downloadBackup: Endpoint = {
  method: 'GET',
  path: '/backups/:key',
  operation: {
    id: 'downloadBackup',
    summary: 'Download a backup with the file token of an admin',
    query: ['token'],
    returns: { contentType: '*/*' },
    errors: [403],
  },
  runs: 'reads',
  loggedAs: async call => ((await hasToken(call)) ? 'admin' : call.requester.kind),
  handle: async call => {
    if (!(await hasToken(call))) throw forbidden('Insufficient permissions to access the resource.')
    const key = call.request.params.key ?? ''
    return { kind: 'file', status: 200, file: { key, name: basename(key), download: true, isPrivate: true, isBackup: true } }
  },
}
