import type { Endpoint } from '../contract.ts'

/** Returns whether the server accepts changes, without a body. */
export const checkHealthHead: Endpoint = {
  method: 'HEAD',
  path: '/health',
  runs: 'reads',
  handle: async ({ app }) => ({ status: app.versions.areWritesSuspended() ? 503 : 200 }),
}
