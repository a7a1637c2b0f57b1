import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesIn } from '../../packages/server/dataDirectory/move/DatabaseFiles.ts'
import { exportSnapshot } from '../../packages/server/dataDirectory/move/exportSnapshot.ts'
import { importFiles } from '../../packages/server/dataDirectory/move/importFiles.ts'
import { askApi } from '../harness/askApi.ts'
import { type CopyDatabase, copySample } from '../harness/copySample.ts'
import { dumpDatabase } from '../harness/dumpDatabase.ts'
import { openPostgres } from '../harness/openPostgres.ts'
import { scratchDir } from '../harness/scratchDir.ts'
import { signToken } from '../harness/signToken.ts'
import { startServer } from '../harness/startServer.ts'

const table = 'pg_class'
const records = `/api/collections/${table}/records`
const columns = ['ctid', 'xmin', 'xmax', 'cmin', 'CMAX', 'tableoid', 'pg_attribute', 'oid']
const schema = columns.map(name => ({ name, type: 'text' }))
const indexes = [
  `CREATE UNIQUE INDEX pg_class_oid_index ON ${table} (ctid)`,
  `CREATE INDEX pg_type_typname_nsp_index ON ${table} (xmin COLLATE NOCASE) WHERE xmax != ''`,
]
const recordOf = (ctid: string) => Object.fromEntries([...columns.map(name => [name, `${name} of ${ctid}`]), ['ctid', ctid]])

async function serve(dataDir: string) {
  const server = await startServer({ dataDir })
  const token = signToken(dataDir, 'auth', 'admin')
  const ask = (method: string, path: string, body?: object) => askApi(server.port, method, path, { token, ...(body && { body }) })
  async function succeed(method: string, path: string, body?: object) {
    const { status, json, text } = await ask(method, path, body)
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
    return json
  }
  return { ask, succeed, stop: server.stop }
}

type Client = Awaited<ReturnType<typeof serve>>

/** Creates a collection whose names PostgreSQL has taken, with two records, and a view of it that has such a name, too. */
async function createAll({ succeed }: Client): Promise<void> {
  await succeed('POST', '/api/collections', { name: table, schema, indexes })
  const query = `SELECT id, ${columns.join(', ')} FROM (SELECT * FROM ${table})`
  await succeed('POST', '/api/collections', { name: 'pg_views', type: 'view', options: { query } })
  for (const ctid of ['a', 'b']) await succeed('POST', records, recordOf(ctid))
}

async function expectRecords({ succeed }: Client, ...expected: string[]): Promise<void> {
  for (const name of [table, 'pg_views']) {
    const { items } = await succeed(
      'GET',
      `/api/collections/${name}/records?sort=-ctid,tableoid&filter=${encodeURIComponent("xmin~'OF'")}`,
    )
    expect(items, name).toMatchObject(expected.map(recordOf))
  }
}

describe.each<CopyDatabase>(['sqlite', 'postgres'])('on %s', database => {
  let client: Client
  let close: () => Promise<void>
  beforeAll(async () => {
    const { dataDir, remove } = await copySample('magazine', [], database)
    client = await serve(dataDir)
    close = async () => {
      await client.stop()
      await remove()
    }
    await createAll(client)
  })
  afterAll(() => close())

  test('a collection can have the name of a catalog, and fields the names of system columns of PostgreSQL', async () => {
    const { ask, succeed } = client
    await expectRecords(client, 'b', 'a')
    const [first] = (await succeed('GET', `${records}?filter=ctid='a'`)).items as { id: string }[]
    const { status, json } = await ask('PATCH', `${records}/${first?.id}`, { ctid: 'b' })
    expect([status, json.data]).toEqual([400, { ctid: { code: 'validation_not_unique', message: 'Value must be unique.' } }])
    await succeed('PATCH', `${records}/${first?.id}`, recordOf('c'))
    // Also from the view, whose cached list depends on the table.
    await expectRecords(client, 'c', 'b')
  })

  test('names that differ from such a name only in case belong to the same collection or field', async () => {
    const twice = [...schema, { name: 'Ctid', type: 'text' }]
    expect((await client.ask('PATCH', `/api/collections/${table}`, { schema: twice })).status).toBe(400)
    expect((await client.ask('POST', '/api/collections', { name: 'PG_Class', schema })).status).toBe(400)
  })

  test('collections and fields can be renamed to such a name and back', async () => {
    const { succeed } = client
    const { id } = await succeed('POST', '/api/collections', {
      name: 'plain',
      schema: [{ id: 'field', name: 'plain', type: 'text' }],
    })
    await succeed('POST', '/api/collections/plain/records', { plain: 'kept' })
    for (const [name, field] of [
      ['pg_proc', 'xmax'],
      ['PG_proc', 'XMAX'],
      ['again', 'again'],
    ]) {
      await succeed('PATCH', `/api/collections/${id}`, { name, schema: [{ id: 'field', name: field, type: 'text' }] })
      expect((await succeed('GET', `/api/collections/${name}/records`)).items).toMatchObject([{ [`${field}`]: 'kept' }])
    }
    await succeed('DELETE', `/api/collections/${id}`)
  })

  test('a query of a view cannot read a catalog of PostgreSQL', async () => {
    const query = 'SELECT rolname AS id FROM pg_roles'
    const { status, text } = await client.ask('POST', '/api/collections', { name: 'roles', type: 'view', options: { query } })
    expect([status, text]).toEqual([400, expect.stringContaining('no such table: pg_roles')])
  })

  test('a backup and its restoration carry these names', async () => {
    const { ask, succeed } = client
    await expectRecords(client, 'c', 'b')
    await succeed('POST', '/api/backups', { name: 'names.zip' })
    await succeed('POST', records, recordOf('d'))
    await succeed('POST', '/api/backups/names.zip/restore')
    await expect
      .poll(async () => (await ask('GET', '/api/health')).json.data, { timeout: 60_000 })
      .toMatchObject({ canBackup: true, lastRestore: { error: '' } })
    await expectRecords(client, 'c', 'b')
  })
})

test('a move to PostgreSQL and back carries these names', async () => {
  const { dataDir, remove } = await copySample('magazine', [], 'sqlite')
  const folder = await mkdtemp(join(scratchDir, 'coffer-names-'))
  const postgres = await openPostgres()
  try {
    const client = await serve(dataDir)
    await createAll(client)
    await client.stop()
    const address = await postgres.createDatabase()
    const back = filesIn(folder)
    for (const copy of [() => importFiles({ from: filesIn(dataDir), to: address }), () => exportSnapshot(address, back)]) {
      const { compared, warnings } = await copy()
      expect([compared.filter(({ isEqual }) => !isEqual), warnings]).toEqual([[], []])
    }
    expect(dumpDatabase(back.data)).toEqual(dumpDatabase(filesIn(dataDir).data))
  } finally {
    await postgres.close()
    await remove()
    await rm(folder, { recursive: true, force: true })
  }
})
