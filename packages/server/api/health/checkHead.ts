import { emptyReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { healthOf } from './healthOf.ts'

/** Returns whether the server accepts changes, without a body. */
export const checkHealthHead: Endpoint = {
  method: 'HEAD',
  path: '/health',
  runs: 'reads',
  mainThread: 'health',
  handle: async ({ app }) => emptyReply({ status: healthOf(app.versions).status }),
}
