import type { Endpoint } from '../contract.ts'

/** Tells that the server answers, without a body. */
export const checkHealthHead: Endpoint = {
  method: 'HEAD',
  path: '/health',
  runs: 'reads',
  handle: async () => ({ status: 200 }),
}
