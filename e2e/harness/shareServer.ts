import { afterAll, beforeAll } from 'vitest'
import { type SampleServer, type SampleSetup, startSample } from './startSample.ts'

/**
 * Starts one server, in threads as in production, for all tests of a file that do not interfere with each other.
 * Call it at the top of the file, and the returned function inside the tests.
 */
export function shareServer(setup: SampleSetup = {}): () => SampleServer {
  let server: SampleServer | undefined
  beforeAll(async () => {
    server = await startSample({ threads: 'pool', ...setup })
  })
  afterAll(() => server?.stop())
  return () => {
    if (server === undefined) throw new Error('The shared server runs only while the tests do.')
    return server
  }
}
