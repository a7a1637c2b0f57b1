import { basename } from 'node:path'
import { findAdminByToken } from '../../auth/tokens.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { Call } from '../Call.ts'
import type { Endpoint } from '../contract.ts'
import { parameter } from '../parameters.ts'
import { inReader } from '../Steps.ts'

async function hasToken({ app, request }: Call): Promise<boolean> {
  return (await findAdminByToken(app, parameter(request, 'token') ?? '', 'adminFileToken')) !== undefined
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
  loggedAs: async call => ((await hasToken(call)) ? 'admin' : call.requester.kind),
  steps: inReader(async call => {
    if (!(await hasToken(call))) throw new Rejection('forbidden', { code: 'resourceForbidden' })
    const key = call.request.params.key ?? ''
    return { kind: 'file', status: 200, file: { key, name: basename(key), download: true, isPrivate: true, isBackup: true } }
  }),
}
