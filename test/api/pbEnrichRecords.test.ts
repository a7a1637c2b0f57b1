import { describe, expect, test } from 'vitest'
import { openPbHooks } from '../harness/openPbHooks.ts'
import { signToken } from '../harness/signToken.ts'

const source = `
  routerAdd('GET', '/authors', (c) => {
    const records = $app.dao().findRecordsByIds('authors', ['author000000001', 'author000000002'])
    records.sort((one, other) => (one.id < other.id ? -1 : 1))
    $apis.enrichRecords(c, $app.dao(), records)
    return c.json(200, { emails: records.map((record) => record.publicExport().expand?.user.publicExport().email ?? null), records })
  })
  routerAdd('GET', '/author', (c) => {
    const record = $app.dao().findRecordById('authors', 'author000000002')
    $apis.enrichRecord(c, $app.dao(), record, 'user')
    return c.json(200, record)
  })
  routerAdd('GET', '/clients', (c) => {
    const records = $app.dao().findRecordsByExpr('clients')
    records.sort((one, other) => (one.id < other.id ? -1 : 1))
    $apis.enrichRecords(c, $app.dao(), records)
    return c.json(200, { emails: records.map((record) => record.publicExport().email ?? null) })
  })`

async function open() {
  const { ask, dataDir } = await openPbHooks(source)
  const [alice, bob] = ['alice', 'bob'].map(name => signToken(dataDir, 'auth', `users:${name}`))
  /** Returns what a route returns to an admin, or with a token; '' is for guests. */
  const get = async (path: string, token?: string) => (await ask('GET', path, token === undefined ? {} : { token })).json
  const setViewRule = async (viewRule: string | null) =>
    expect((await ask('PATCH', '/api/collections/users', { body: { viewRule } })).status).toBe(200)
  return { get, setViewRule, alice, bob }
}

describe('$apis.enrichRecord and $apis.enrichRecords', () => {
  test('expand only the records that their view rule shows to the requester', async () => {
    const { get, setViewRule, alice, bob } = await open()
    const shown = async (token?: string) => {
      const { records } = await get('/authors?expand=user', token)
      return (records as { expand?: { user: { id: string } } }[]).map(({ expand }) => expand?.user.id ?? null)
    }
    expect(await shown('')).toEqual(['alice0000000001', 'bob000000000001'])
    await setViewRule('id = @request.auth.id')
    expect(await shown('')).toEqual([null, null])
    expect(await shown(alice)).toEqual(['alice0000000001', null])
    expect(await shown(bob)).toEqual([null, 'bob000000000001'])
    expect(await get('/author', alice)).not.toHaveProperty('expand')
    expect(await get('/author', bob)).toHaveProperty('expand.user.id', 'bob000000000001')
    await setViewRule(null)
    expect(await shown(bob)).toEqual([null, null])
    expect(await shown()).toEqual(['alice0000000001', 'bob000000000001'])
  })

  test('show a hidden email of an expanded record only to admins and to its owner', async () => {
    const { get, alice, bob } = await open()
    const emails = async (token?: string) => (await get('/authors?expand=user', token)).emails
    expect(await emails('')).toEqual(['alice@readers.example', null])
    expect(await emails(alice)).toEqual(['alice@readers.example', null])
    expect(await emails(bob)).toEqual(['alice@readers.example', 'bob@readers.example'])
    expect(await emails()).toEqual(['alice@readers.example', 'bob@readers.example'])
  })

  test('show hidden emails of the given records to admins and to those who meet the manage rule', async () => {
    const { get, alice, bob } = await open()
    const all = ['office@client-a.example', 'office@client-b.example', 'office@client-c.example']
    const visible = [all[0], null, null]
    expect((await get('/clients', '')).emails).toEqual(visible)
    expect((await get('/clients', bob)).emails).toEqual(visible)
    expect((await get('/clients', alice)).emails).toEqual(all)
    expect((await get('/clients')).emails).toEqual(all)
  })
})
