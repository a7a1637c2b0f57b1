import { expect } from 'vitest'
import { createResuming, type ResumingListener } from '../../harness/openResuming.ts'

/**
 * Connects a client again whose stream has ended, with the id of its last event. The server must have it load its records, because it
 * may have missed events.
 */
export async function expectResync(port: number, { options, lastEventId }: ResumingListener): Promise<void> {
  const listener = createResuming(port, options)
  listener.lastEventId = lastEventId
  expect(await listener.connect()).toBe(204)
  const resync = { event: '@resync', json: { subscriptions: options.subscriptions } }
  await expect.poll(() => listener.received, { timeout: 10_000 }).toContainEqual(resync)
  listener.cut()
}
