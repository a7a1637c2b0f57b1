import { emptyReply, jsonReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { healthOf } from './healthOf.ts'

/**
 * Returns whether the server accepts changes, and whether a backup can be created now. Admins also get the results of the last
 * restore and the last automatic backup.
 */
export const checkHealth: Endpoint = {
  method: 'GET',
  path: '/health',
  operation: { id: 'checkHealth', summary: 'Check whether the server accepts changes', returns: 'Health' },
  runs: 'reads',
  mainThread: 'health',
  handle: async ({ app: { versions }, requester }) => {
    const { status, json } = healthOf(versions)
    if (status === 200 && requester.kind === 'admin') return { kind: 'backup', task: { do: 'health', json } }
    return jsonReply(json, { status })
  },
}

/** Returns whether the server accepts changes, without a body. */
export const checkHealthHead: Endpoint = {
  method: 'HEAD',
  path: '/health',
  operation: {
    id: 'checkHealthHead',
    summary: 'Check whether the server accepts changes, without a body',
    returns: 'nothing',
    status: 200,
  },
  runs: 'reads',
  mainThread: 'health',
  handle: async ({ app }) => emptyReply({ status: healthOf(app.versions).status }),
}
