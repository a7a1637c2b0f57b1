import { expect, onTestFinished, test } from 'vitest'
import { copySample } from '../../../test/harness/copySample.ts'
import { signToken } from '../../../test/harness/signToken.ts'
import { openInstallation } from '../dataDirectory/openInstallation.ts'
import { versions } from '../runtime/cache/versions.ts'
import { changeSettings } from '../settings/storedSettings.ts'
import { createApp } from '../threads/createApp.ts'
import { authenticate } from './authenticate.ts'

async function openApp() {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const config = { dataDir, encryptionKey: '', queryTimeout: 30 }
  const shared = versions()
  const installation = openInstallation(config)
  const db = await installation.openDatabase({ schemaVersion: () => shared.current('collections') })
  const logs = await installation.openLogReader(db, shared.noteLogDamage)
  onTestFinished(async () => {
    await db.close()
    await logs.close()
  })
  return { dataDir, shared, db, live: createApp(config, { db, logs }, shared, () => undefined) }
}

test('a requester is not cached if the secret of its token was replaced after the request began', async () => {
  const { dataDir, shared, db, live } = await openApp()
  const token = signToken(dataDir, 'auth', 'admin')
  const begun = await live.snapshot()
  await changeSettings(db, '', old => ({ ...old, adminAuthToken: { ...old.adminAuthToken, secret: 'x'.repeat(40) } }))
  shared.advance('settings')
  // A request that began before the change can still count as the admin's.
  expect(await authenticate(begun, token)).toMatchObject({ kind: 'admin' })
  expect(await authenticate(await live.snapshot(), token)).toEqual({ kind: 'guest' })
})

test('a snapshot is shared by all requests until collections or settings change', async () => {
  const { shared, live } = await openApp()
  const first = await live.snapshot()
  expect(await live.snapshot()).toBe(first)
  shared.advanceRecords(['users'])
  expect(await live.snapshot()).toBe(first)
  expect(first.isCurrent()).toBe(true)
  shared.advance('settings')
  const second = await live.snapshot()
  expect(second).not.toBe(first)
  expect([first.isCurrent(), second.isCurrent()]).toEqual([false, true])
  shared.advance('collections')
  expect(second.isCurrent()).toBe(false)
  expect((await live.snapshot()).isCurrent()).toBe(true)
})
