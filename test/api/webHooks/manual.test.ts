import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryDir } from '../../harness/paths.ts'
import { records, startHookServer, startReceiver } from './harness.ts'

type IsGenuine = (secret: string, headers: object, body: string) => boolean

/** Loads the function that the manual shows to receivers. */
async function loadFunction(): Promise<IsGenuine> {
  const page = readFileSync(join(repositoryDir, 'docs/manual/web-hooks.md'), 'utf8')
  const code = /```js\n(.*?)```/s.exec(page)?.[1] ?? ''
  const module = await import(`data:text/javascript,${encodeURIComponent(`${code}\nexport { isGenuine }`)}`)
  return module.isGenuine
}

test('the function of the manual accepts the messages of a web hook, and rejects changed, old and foreign ones', async () => {
  const [server, receiver] = [await startHookServer(), await startReceiver()]
  const { secret } = await server.createHook({ url: receiver.url })
  await server.ask('POST', records, { t: 'one' })
  await receiver.expectReceived(1)
  const [message] = receiver.received
  if (!message) throw new Error('There is no message.')
  const { headers, body } = message
  const isGenuine = await loadFunction()
  expect(isGenuine(secret, headers, body)).toBe(true)
  expect(isGenuine(secret, { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature']}` }, body)).toBe(true)
  expect(isGenuine(secret, headers, `${body} `)).toBe(false)
  expect(isGenuine(secret, { ...headers, 'webhook-id': 'msg_other' }, body)).toBe(false)
  expect(isGenuine(secret, { ...headers, 'webhook-timestamp': '1614265330' }, body)).toBe(false)
  expect(isGenuine(`whsec_${btoa('x'.repeat(32))}`, headers, body)).toBe(false)
})
