import { afterAll, beforeAll, expect, test } from 'vitest'
import { memoryAttacks } from '../harness/attacks/realtimeAttacks.ts'
import { fastPasswords } from '../harness/fastPasswords.ts'
import { OtherClients } from '../harness/otherClients.ts'
import { AttackedServer } from '../harness/realtimeAttack.ts'

let server: AttackedServer
beforeAll(async () => {
  server = await AttackedServer.start([fastPasswords])
}, 240_000)
afterAll(() => server.stop(), 240_000)

test('others are served beside 60,000 subscriptions with filters, for which nothing waits when their streams have left', async () => {
  const headersOf = (number: number) => ({ 'X-Forwarded-For': `203.0.113.${number % 6}` })
  await new OtherClients(server).expectServedDuring(async () =>
    memoryAttacks['60,000 subscriptions with filters']?.(server, headersOf),
  )
  for (const resource of ['streams', 'subscriptionBytes', 'changeBytes']) {
    await expect.poll(async () => (await server.usageOf(resource)).used, { message: resource, timeout: 60_000 }).toBe(0)
  }
  server.expectAllRunning()
}, 300_000)
