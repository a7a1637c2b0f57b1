import { expect, onTestFinished, test } from 'vitest'
import { startCoffer } from '../test/harness/coffer.ts'
import { copySample } from '../test/harness/copySample.ts'
import { findFreePort } from '../test/harness/findFreePort.ts'
import { openMailServer } from '../test/harness/openMailServer.ts'
import { eventually } from './harness/eventually.ts'
import { openApplication } from './harness/openApplication.ts'
import { signInClient } from './harness/signIn.ts'
import { startSample } from './harness/startSample.ts'

interface ReceivedEvent {
  action: string
  record: { id: string; n?: number; name?: string }
}

test('the official client signs up, confirms by email, and is signed out by changing its password and its email', async () => {
  const { origin, dataDir, stop } = await startSample({ threads: 'pool' })
  onTestFinished(stop)
  const mails = await openMailServer()
  onTestFinished(mails.close)
  const admin = await signInClient(origin, dataDir)
  const { meta } = await admin.settings.getAll()
  await admin.settings.update({
    meta: { ...meta, appUrl: origin },
    smtp: { enabled: true, host: '127.0.0.1', port: mails.port, tls: false },
  })
  const page = await openApplication(origin)
  const run = <Value>(script: string) =>
    page.evaluate<Value>(`(async () => { const users = client.collection('users'); ${script} })()`)
  const tokenIn = async (count: number, kind: string) => {
    const [mail] = (await mails.expectTaken(count)).slice(-1)
    const source = mail?.source.replaceAll('=\r\n', '') ?? ''
    return new RegExp(`/${kind}/([\\w.-]+)`).exec(source)?.[1] ?? 'no token'
  }

  await run(`await users.create({ email: 'lea@apps.example', password: 'first-pass-1', passwordConfirm: 'first-pass-1' });
    await users.authWithPassword('lea@apps.example', 'first-pass-1');
    await users.requestVerification('lea@apps.example')`)
  expect(await run('return client.authStore.model.verified')).toBe(false)
  await run(`await users.confirmVerification('${await tokenIn(1, 'confirm-verification')}')`)
  expect(await run('return client.authStore.model.verified')).toBe(true)
  expect(await run('return (await users.authRefresh()).record.verified')).toBe(true)

  await run(`await users.requestEmailChange('lea@new.example')`)
  await run(`await users.confirmEmailChange('${await tokenIn(2, 'confirm-email-change')}', 'first-pass-1')`)
  expect(await run('return client.authStore.isValid')).toBe(false)
  await run(`await users.requestPasswordReset('lea@new.example')`)
  await run(`await users.confirmPasswordReset('${await tokenIn(3, 'confirm-password-reset')}', 'second-pass-2', 'second-pass-2')`)
  expect(await run(`return (await users.authWithPassword('lea@new.example', 'second-pass-2')).record.email`)).toBe(
    'lea@new.example',
  )
  expect(await run(`return users.authWithPassword('lea@new.example', 'first-pass-1').catch(error => error.status)`)).toBe(400)
})

test('the official client receives realtime events, and again after the server was killed and restarted', async () => {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  let server = await startCoffer(dataDir, ['--http', `127.0.0.1:${await findFreePort()}`])
  onTestFinished(async () => {
    await server.end('SIGTERM')
  })
  const page = await openApplication(`http://127.0.0.1:${server.port}`)
  const run = <Value>(script: string) =>
    page.evaluate<Value>(`(async () => { const notes = client.collection('scratch'); ${script} })()`)
  const received = () => run<ReceivedEvent[]>('return globalThis.received')
  // Everyone receives events of scratch, only signed-in users those of users.
  await run(`globalThis.received = [];
    const { record } = await client.collection('users').authWithPassword('alice', 'password-alice');
    await client.collection('users').subscribe('*', event => received.push(event));
    await notes.subscribe('*', event => received.push(event));
    const made = await notes.create({ n: 1 });
    await notes.update(made.id, { n: 2 });
    await notes.delete(made.id);
    await client.collection('users').update(record.id, { name: 'before' })`)
  await eventually(async () => (await received()).map(({ action, record }) => [action, record.n ?? record.name])).toEqual([
    ['create', 1],
    ['update', 2],
    ['delete', 2],
    ['update', 'before'],
  ])

  await server.end('SIGKILL')
  server = await startCoffer(dataDir, ['--http', `127.0.0.1:${server.port}`])
  // Another client writes until the official client, which has to reconnect unassisted, receives an event.
  const write = (n: number) =>
    fetch(`http://127.0.0.1:${server.port}/api/collections/scratch/records`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ n }),
    })
  await eventually(async () => {
    await write(7)
    return (await received()).some(({ record }) => record.n === 7)
  }).toBe(true)
  // From then on it receives every event exactly once.
  const later = Array.from({ length: 30 }, (_, turn) => 100 + turn)
  await Promise.all(later.map(write))
  await run(`await client.collection('users').update(client.authStore.model.id, { name: 'after' })`)
  const isAfter = ({ record }: ReceivedEvent) => record.name === 'after'
  await eventually(async () => (await received()).filter(isAfter).length).toBe(1)
  expect(
    (await received())
      .map(({ record }) => record.n ?? 0)
      .filter(n => n >= 100)
      .sort(),
  ).toEqual(later)
  await run('await notes.unsubscribe()')
  const countBefore = (await received()).length
  await write(9)
  await run('await notes.getList(1, 1)')
  expect((await received()).length).toBe(countBefore)
})
