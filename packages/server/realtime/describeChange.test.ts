import { expect, onTestFinished, test } from 'vitest'
import { asJsonReply } from '../../../test/harness/asJsonReply.ts'
import { copySample } from '../../../test/harness/copySample.ts'
import { queryDatabase } from '../../../test/harness/queryDatabase.ts'
import { signToken } from '../../../test/harness/signToken.ts'
import { endpoints } from '../api/routes.ts'
import type { RecordChange } from '../records/changes/RecordChange.ts'
import { recordsChanged } from '../records/events.ts'
import { openInlineThreads } from '../threads/openInlineThreads.ts'
import type { Audience, Listener } from './Audience.ts'

async function openThreads() {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const { dispatcher, events, close } = await openInlineThreads({ dataDir, encryptionKey: '', queryTimeout: 30 })
  onTestFinished(close)
  const changes: RecordChange[] = []
  events.setListener({
    entry: () => undefined,
    committed: commit => {
      for (const event of commit.events) if (recordsChanged.is(event)) changes.push(...event.data.changes)
    },
    lost: () => undefined,
  })
  /** Sends a request as an admin. Returns the record change that it made, if any. */
  const ask = async (method: string, path: string, params: Record<string, string>, body: object) => {
    const reply = await dispatcher.request(
      endpoints.findIndex(endpoint => endpoint.method === method && endpoint.path === path),
      {
        method,
        url: path,
        params,
        query: [],
        remoteIp: '127.0.0.1',
        headers: { 'content-type': 'application/json', authorization: signToken(dataDir, 'auth', 'admin') },
        body: { kind: 'json', text: JSON.stringify(body) },
        // Passwords are hashed in turns, which only the HTTP server gives.
        hasTurn: true,
      },
      0,
    )
    // The response with a long record is created by a step in a reader.
    if (reply.kind !== 'next') expect(asJsonReply(reply).status).toBe(200)
    return changes.shift()
  }
  const assertChanged = (change: RecordChange | undefined): RecordChange => {
    if (!change) throw new Error('No record was changed.')
    return change
  }
  /** Returns the event of a change for each audience. */
  const receive = async (change: RecordChange, audiences: Audience[]) => {
    const { texts, textOf } = await events.describe({ change, audiences })
    return textOf.map(position => texts[position ?? -1])
  }
  return {
    dataDir,
    events,
    receive,
    changeCollection: (collection: string, body: object) => ask('PATCH', '/collections/:collection', { collection }, body),
    create: async (collection: string, body: object) =>
      assertChanged(await ask('POST', '/collections/:collection/records', { collection }, body)),
    change: async (collection: string, id: string, body: object) =>
      assertChanged(await ask('PATCH', '/collections/:collection/records/:id', { collection, id }, body)),
  }
}

/** Returns bob as a listener, and the date of his record. */
function bobOf(dataDir: string): { bob: Listener; updated: string } {
  const id = 'bob000000000001'
  const collection = "(SELECT id FROM _collections WHERE name = 'users')"
  const rows = queryDatabase(dataDir, 'data', `SELECT ${collection}, tokenKey, updated FROM users WHERE id = '${id}'`)
  const [collectionId = '', tokenKey = '', updated = ''] = (rows[0] ?? []).map(String)
  return { bob: { kind: 'authRecord', collectionId, id, tokenKey }, updated }
}

test('a user whose tokens a change revokes receives the event of this change, but no later events', async () => {
  const { dataDir, events, receive, change } = await openThreads()
  const id = 'carol0000000001'
  const [[tokenKey, collectionId] = []] = queryDatabase(
    dataDir,
    'data',
    `SELECT tokenKey, (SELECT id FROM _collections WHERE name = 'users') FROM users WHERE id = '${id}'`,
  )
  const carol: Audience = {
    subscription: 'users/*',
    listener: { kind: 'authRecord', collectionId: String(collectionId), id, tokenKey: String(tokenKey) },
  }
  events.listen([carol.subscription], [])
  const end = await change('users', id, { name: 'the end', password: 'brand-new-1', passwordConfirm: 'brand-new-1' })
  expect(await receive(end, [carol])).toEqual([expect.stringContaining('"name":"the end"')])
  const later = await change('users', id, { name: 'later' })
  expect(await receive(later, [carol])).toEqual([undefined])
  // The event shows the record as this change left it, whatever has happened since.
  expect(await receive(end, [carol])).toEqual([expect.stringContaining('"name":"the end"')])
})

test('under a rule without @request, guests and users receive the same events, and admins receive all events', async () => {
  const { dataDir, events, receive, changeCollection, create } = await openThreads()
  const [[adminId, tokenKey] = []] = queryDatabase(dataDir, 'data', 'SELECT id, tokenKey FROM _admins LIMIT 1')
  const guest: Listener = { kind: 'guest' }
  const { bob } = bobOf(dataDir)
  const admin: Listener = { kind: 'admin', id: String(adminId), tokenKey: String(tokenKey) }
  const filtered = `scratch/*?options=${encodeURIComponent('{"query":{"filter":"@collection.tags.id != \'\'"}}')}`
  const audiences = ['scratch/*', filtered].flatMap(subscription =>
    [guest, bob, admin].map(listener => ({ subscription, listener })),
  )
  events.listen(['scratch/*', 'scratch/*?'], [])
  const receives = async (body: object) => {
    const messages = await receive(await create('scratch', body), audiences)
    return messages.map(message => message !== undefined)
  }
  // Filters with `@collection` are only allowed for admins.
  expect(await receives({ t: 'any' })).toEqual([true, true, true, false, false, true])
  await changeCollection('scratch', { listRule: "t = 'shown'" })
  expect(await receives({ t: 'shown' })).toEqual([true, true, true, false, false, true])
  expect(await receives({ t: 'hidden' })).toEqual([false, false, true, false, false, true])
  await changeCollection('scratch', { listRule: null })
  expect(await receives({ t: 'shown' })).toEqual([false, false, true, false, false, true])
})

test('a change that a user has missed has no event if the record of the user was changed at that time or later', async () => {
  const { dataDir, events, changeCollection, create, change } = await openThreads()
  const { bob, updated } = bobOf(dataDir)
  events.listen(['scratch/*', 'users/*'], [])
  await changeCollection('scratch', { listRule: '@request.auth.name != ""' })
  const describe = async (missed: RecordChange, subscription = 'scratch/*', isMissed = true) => {
    const { textOf, late } = await events.describe({ change: missed, audiences: [{ subscription, listener: bob }], isMissed })
    return { hasEvent: textOf[0] === 0, isLate: late.length > 0 }
  }
  const [event, none] = [
    { hasEvent: true, isLate: false },
    { hasEvent: false, isLate: true },
  ]
  const created = await create('scratch', { t: 'any' })
  expect(await describe(created)).toEqual(event)
  expect(await describe({ ...created, changedAt: updated })).toEqual(none)
  expect(await describe({ ...created, changedAt: updated }, 'scratch/*', false)).toEqual(event)
  await changeCollection('scratch', { listRule: '@request.auth.name = "nobody"' })
  expect(await describe({ ...created, changedAt: updated })).toEqual({ hasEvent: false, isLate: false })

  const own = [
    await change('users', 'bob000000000001', { name: 'first' }),
    await change('users', 'bob000000000001', { name: 'last' }),
  ]
  expect(await Promise.all(own.map(one => describe(one, 'users/*')))).toEqual([none, event])
})

test('a change is evaluated until its events have 32 million characters, and the other audiences are late', async () => {
  const { dataDir, events, changeCollection, create } = await openThreads()
  const users = queryDatabase(
    dataDir,
    'data',
    "SELECT id, tokenKey, (SELECT id FROM _collections WHERE name = 'users') FROM users",
  )
  const listeners = users.map(([id, tokenKey, collectionId]): Listener => {
    return { kind: 'authRecord', collectionId: String(collectionId), id: String(id), tokenKey: String(tokenKey) }
  })
  // Each user is evaluated separately.
  await changeCollection('scratch', { listRule: '@request.auth.id != t' })
  events.listen(['scratch/*'], [])
  const change = await create('scratch', { t: 'x'.repeat(6_000_000) })
  const audiences = listeners.map(listener => ({ subscription: 'scratch/*', listener }))
  const { textOf, late } = await events.describe({ change, audiences })
  expect(textOf).toEqual([0, 0, 0, 0, 0, 0, undefined, undefined])
  expect(late).toEqual([6, 7])
})
