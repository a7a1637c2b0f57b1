import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiAnswer, askApi } from '../harness/askApi.ts'
import { copySample, type Preparation, type SampleCopy } from '../harness/copySample.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'
import { takeSnapshot } from '../harness/takeSnapshot.ts'

const accounts = {
  guest: undefined,
  alice: 'users:alice',
  bob: 'users:bob',
  dave: 'users:dave',
  client: 'clients:client000000001',
  admin: 'admin',
}
type Name = keyof typeof accounts
const names = Object.keys(accounts) as Name[]

/** What a rule says of a requester: only administrators may, it holds, it does not hold, it cannot be evaluated. */
type Verdict = 'closed' | 'holds' | 'fails' | 'broken'

const forAll = (verdict: Verdict) => ({ guest: verdict, alice: verdict, bob: verdict, dave: verdict, client: verdict })

/** Each rule is the list, view, create, update and delete rule of one collection. Alice is chief, bob writer, dave reader. */
const kinds: Record<string, { rule: string | null; verdicts: Record<Exclude<Name, 'admin'>, Verdict> }> = {
  none: { rule: null, verdicts: forAll('closed') },
  empty: { rule: '', verdicts: forAll('holds') },
  matching: { rule: 'state = "open"', verdicts: forAll('holds') },
  mismatching: { rule: 'state = "shut"', verdicts: forAll('fails') },
  signed_in: { rule: '@request.auth.id != ""', verdicts: { ...forAll('holds'), guest: 'fails' } },
  chief: { rule: '@request.auth.role = "chief"', verdicts: { ...forAll('fails'), alice: 'holds' } },
  clients: { rule: '@request.auth.collectionName = "clients"', verdicts: { ...forAll('fails'), client: 'holds' } },
  owner: { rule: 'owner = @request.auth.id', verdicts: { ...forAll('fails'), bob: 'holds' } },
  not_reader: {
    rule: '@request.auth.role != "reader" && @request.auth.id != ""',
    verdicts: { ...forAll('holds'), guest: 'fails', dave: 'fails' },
  },
  removed_field: { rule: 'removed = "x"', verdicts: forAll('broken') },
  half_sentence: { rule: 'state = ', verdicts: forAll('broken') },
  broken_beside_true: { rule: 'state = "open" || removed = "x"', verdicts: forAll('broken') },
}

const adminsAlone = { code: 403, message: 'Only admins can perform this action.', data: {} }
const missing = { code: 404, message: "The requested resource wasn't found.", data: {} }
const generic = { code: 400, message: 'Something went wrong while processing your request.', data: {} }
const notCreated = { code: 400, message: 'Failed to create record.', data: {} }

type Action = 'list' | 'view' | 'create' | 'update' | 'delete'

/** The 0.22 wire contract: the status and, of a refusal, the body. */
const outcomes: Record<Action, Record<Verdict, { status: number; body?: object }>> = {
  list: {
    closed: { status: 403, body: adminsAlone },
    holds: { status: 200 },
    fails: { status: 200, body: { page: 1, perPage: 30, totalItems: 0, totalPages: 0, items: [] } },
    broken: { status: 400, body: generic },
  },
  view: {
    closed: { status: 403, body: adminsAlone },
    holds: { status: 200 },
    fails: { status: 404, body: missing },
    broken: { status: 404, body: missing },
  },
  create: {
    closed: { status: 403, body: adminsAlone },
    holds: { status: 200 },
    fails: { status: 400, body: notCreated },
    broken: { status: 400, body: notCreated },
  },
  update: {
    closed: { status: 403, body: adminsAlone },
    holds: { status: 200 },
    fails: { status: 404, body: missing },
    broken: { status: 404, body: missing },
  },
  delete: {
    closed: { status: 403, body: adminsAlone },
    holds: { status: 204 },
    fails: { status: 404, body: missing },
    broken: { status: 404, body: missing },
  },
}

const collectionOf = (kind: string) => ({ id: `matrix_${kind}`.padEnd(15, '0'), name: `matrix_${kind}` })
const recordOf = (name: Name) => `record_${name}`.padEnd(15, '0')
const bobsId = 'bob000000000001'

const field = (name: string, type: string, options: object) => ({
  ...{ system: false, id: `matrix_${name}`, name, type, required: false, presentable: false, unique: false },
  options,
})

const schema = JSON.stringify([
  field('state', 'text', { min: null, max: null, pattern: '' }),
  field('owner', 'text', { min: null, max: null, pattern: '' }),
  field('paper', 'file', { mimeTypes: [], thumbs: [], maxSelect: 1, maxSize: 5242880, protected: false }),
])

const prepareKind = ([kind, { rule }]: [string, { rule: string | null }]): Preparation => {
  const { id, name } = collectionOf(kind)
  const quoted = rule === null ? 'NULL' : `'${rule}'`
  const rows = names.map(requester => `('${recordOf(requester)}', 'open', '${bobsId}', 'paper.txt')`)
  return {
    sql: `CREATE TABLE ${name} (id TEXT PRIMARY KEY NOT NULL,
        created TEXT DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL, updated TEXT DEFAULT (strftime('%Y-%m-%d %H:%M:%fZ')) NOT NULL,
        state TEXT DEFAULT '' NOT NULL, owner TEXT DEFAULT '' NOT NULL, paper TEXT DEFAULT '' NOT NULL);
      INSERT INTO ${name} (id, state, owner, paper) VALUES ${rows.join(', ')};
      INSERT INTO _collections (id, type, name, schema, listRule, viewRule, createRule, updateRule, deleteRule)
        VALUES ('${id}', 'base', '${name}', '${schema}', ${quoted}, ${quoted}, ${quoted}, ${quoted}, ${quoted})`,
  }
}

const storeFiles = async (dataDir: string, kind: string): Promise<void> => {
  for (const requester of names) {
    const folder = join(dataDir, 'storage', collectionOf(kind).id, recordOf(requester))
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'paper.txt'), `the paper of ${requester}`)
  }
}

let copy: SampleCopy
let server: RunningServer
const tokens: Partial<Record<Name, string>> = {}

beforeAll(async () => {
  copy = await copySample('magazine', Object.entries(kinds).map(prepareKind))
  for (const kind of Object.keys(kinds)) await storeFiles(copy.dataDir, kind)
  for (const [name, account] of Object.entries(accounts)) {
    if (account !== undefined) tokens[name as Name] = signToken(copy.dataDir, 'auth', account)
  }
  server = await startServer({ dataDir: copy.dataDir })
})

afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const form = (): FormData => {
  const data = new FormData()
  data.set('state', 'open')
  data.set('owner', bobsId)
  data.set('paper', new File(['a new paper'], 'new.txt'))
  return data
}

const ask = (name: Name, action: Action, collection: string, id: string): Promise<ApiAnswer> => {
  const records = `/api/collections/${collection}/records`
  const token = tokens[name]
  switch (action) {
    case 'list':
      return askApi(server.port, 'GET', records, { token })
    case 'view':
      return askApi(server.port, 'GET', `${records}/${id}`, { token })
    case 'create':
      return askApi(server.port, 'POST', records, { token, body: form() })
    case 'update':
      return askApi(server.port, 'PATCH', `${records}/${id}`, { token, body: form() })
    case 'delete':
      return askApi(server.port, 'DELETE', `${records}/${id}`, { token })
  }
}

const storedFiles = (kind: string, id: string): string[] =>
  Object.keys(takeSnapshot(copy.dataDir, [collectionOf(kind)]).files).filter(file => file.includes(`/${id}/`))

/** What an answer that was given should have changed, and shown. Files that nobody names any more go a moment later. */
const requireEffect = async (action: Action, kind: string, id: string, { json }: ApiAnswer, rowsBefore: number) => {
  const { name } = collectionOf(kind)
  const rows = takeSnapshot(copy.dataDir, [collectionOf(kind)]).rows[name] ?? []
  const row = rows.find(text => text.includes(id))
  if (action === 'list') expect(json).toMatchObject({ totalItems: rowsBefore, items: expect.any(Array) })
  if (action === 'view') expect(json).toMatchObject({ id, state: 'open', paper: 'paper.txt' })
  if (action === 'create') {
    expect(rows).toHaveLength(rowsBefore + 1)
    expect(storedFiles(kind, String(json.id)).join()).toContain(String(json.paper))
  }
  if (action === 'update') {
    expect(json.paper).toMatch(/^new_\w{10}\.txt$/)
    expect(row).toContain(String(json.paper))
    await expect.poll(() => storedFiles(kind, id).join(), { interval: 5 }).not.toContain('paper.txt')
  }
  if (action === 'delete') {
    expect(row).toBeUndefined()
    await expect.poll(() => storedFiles(kind, id), { interval: 5 }).toEqual([])
  }
}

const actions: Action[] = ['list', 'view', 'create', 'update', 'delete']

describe.each(Object.entries(kinds))('with the rule "%s"', (kind, { verdicts }) => {
  test.each(names)('%s gets what the contract says, and a refusal changes nothing', async requester => {
    const { name } = collectionOf(kind)
    const id = recordOf(requester)
    for (const action of actions) {
      const expected = outcomes[action][requester === 'admin' ? 'holds' : verdicts[requester]]
      const before = takeSnapshot(copy.dataDir, [collectionOf(kind)])
      const answer = await ask(requester, action, name, id)
      expect(answer.status, `${action}: ${answer.text}`).toBe(expected.status)
      if (expected.body) {
        expect(answer.json, action).toEqual(expected.body)
        expect(takeSnapshot(copy.dataDir, [collectionOf(kind)]), `after ${action}`).toEqual(before)
      } else await requireEffect(action, kind, id, answer, before.rows[name]?.length ?? 0)
    }
  })
})

describe('what a refusal tells', () => {
  test.each(['view', 'update', 'delete'] as const)(
    '%s: a record that is hidden looks like one that is not there',
    async action => {
      const hidden = await ask('dave', action, 'matrix_mismatching', recordOf('alice'))
      const absent = await ask('dave', action, 'matrix_mismatching', 'absent000000000')
      expect(hidden.status).toBe(404)
      expect(absent.text).toBe(hidden.text)
    },
  )

  test.each(['view', 'update', 'delete'] as const)('%s: without a rule the record is not even looked for', async action => {
    expect((await ask('alice', action, 'matrix_none', 'absent000000000')).json).toEqual(adminsAlone)
  })

  test.each(names)('%s cannot write to a view', async requester => {
    for (const action of ['create', 'update', 'delete'] as const) {
      const answer = await ask(requester, action, 'post_stats', 'post00000000001')
      expect(answer.json, action).toEqual({ code: 400, message: 'Unsupported collection type.', data: {} })
    }
  })

  test('a token that is broken, expired or signed with another secret makes a guest', async () => {
    const wrong = [
      'nonsense',
      `${tokens.alice}x`,
      signToken(copy.dataDir, 'auth', 'users:alice', { exp: '-10' }),
      signToken(copy.dataDir, 'auth', 'users:alice', { secret: 'x'.repeat(50) }),
      signToken(copy.dataDir, 'file', 'users:alice'),
    ]
    for (const token of wrong) {
      const answer = await askApi(server.port, 'GET', '/api/collections/matrix_chief/records', { token })
      expect(answer.json, token).toMatchObject({ totalItems: 0 })
    }
    const right = await askApi(server.port, 'GET', '/api/collections/matrix_chief/records', { token: `Bearer ${tokens.alice}` })
    expect(right.json.totalItems).toBeGreaterThan(0)
  })
})
