import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { copySample, type Preparation } from '../../harness/copySample.ts'
import { isPostgresRun } from '../../harness/postgres/testDatabases.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'

async function serve(prepare: Preparation[] = []) {
  const { dataDir, remove } = await copySample('magazine', prepare)
  onTestFinished(remove)
  const { port, stop } = await startServer({ dataDir })
  onTestFinished(stop)
  const token = signToken(dataDir, 'auth', 'admin')
  return (method: string, path: string, body?: object) => askApi(port, method, path, { token, ...(body && { body }) })
}

const tags = '/api/collections/tags/records'

// PostgreSQL gets its system tables before any collection.
test.skipIf(isPostgresRun())(
  'an index of an older database with a name of the server prevents neither deletions nor undos',
  async () => {
    const names = ['_cofferDeletions_key_idx', '_COFFERDELETIONS_RECORD_IDX', '_cofferAttempts_fullAt_idx']
    const ask = await serve(names.map(name => ({ sql: `CREATE INDEX ${name} ON tags (name)` })))
    const { json } = await ask('POST', tags, { name: 'new' })
    const key = 'k'.repeat(20)
    expect((await ask('DELETE', `${tags}/${json.id}?undo=${key}`)).status).toBe(204)
    expect((await ask('POST', `/api/deletions/${key}/undo`)).json).toEqual({ restored: 1, failed: [] })
    expect((await ask('GET', `${tags}/${json.id}`)).json.name).toBe('new')
  },
)

test('a collection cannot get an index with a name that the server can need', async () => {
  const ask = await serve()
  for (const name of ['_cofferDeletions_key_idx', '_COFFER_x']) {
    const { status, text } = await ask('PATCH', '/api/collections/tags', { indexes: [`CREATE INDEX ${name} ON tags (kind)`] })
    expect([status, text]).toEqual([
      400,
      expect.stringMatching(/the server uses an index with this name|are reserved for the server/),
    ])
  }
})
