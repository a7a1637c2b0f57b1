import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { copySample, type SampleCopy } from '../harness/copySample.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { signToken } from '../harness/signToken.ts'
import { type RunningServer, startServer } from '../harness/startServer.ts'

let copy: SampleCopy
let server: RunningServer
let token: string
beforeAll(async () => {
  copy = await copySample('magazine', [{ db: 'logs', sql: 'DELETE FROM _logs' }])
  server = await startServer({ dataDir: copy.dataDir, threads: 'pool' })
  const admin = signToken(copy.dataDir, 'auth', 'admin')
  token = String((await askApi(server.port, 'POST', '/api/files/token', { token: admin })).json.token)
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

/** Reads an expression over the log entries of requests whose URL has this suffix, in order. */
const logged = (expression: string, ending: string) =>
  queryDatabase(copy.dataDir, 'logs', `SELECT ${expression} FROM _logs WHERE message LIKE '%${ending}' ORDER BY rowid`).map(
    row => Object.values(row)[0],
  )

async function avatar() {
  const { json } = await askApi(server.port, 'GET', '/api/collections/users/records/alice0000000001', {
    token: signToken(copy.dataDir, 'auth', 'admin'),
  })
  return `/api/files/users/alice0000000001/${json.avatar}`
}

test("file requests with the dashboard's file cookie are logged as the admin's, also if the response is cached", async () => {
  const address = `${await avatar()}?probe=1`
  const cookies = [undefined, token, undefined, token, 'no-token', `${token}x`]
  for (const cookie of cookies) {
    const headers = cookie === undefined ? {} : { cookie: `other=1; coffer-file-token=${cookie}` }
    expect((await askApi(server.port, 'GET', address, { headers })).status).toBe(200)
  }
  await expect
    .poll(() => logged(`json_extract(data, '$.auth')`, 'probe=1'), { timeout: 20_000 })
    .toEqual(['guest', 'admin', 'guest', 'admin', 'guest', 'guest'])
})

test("backup downloads are logged as the admin's whose file token they carry", async () => {
  const admin = signToken(copy.dataDir, 'auth', 'admin')
  const name = 'logged.zip'
  expect((await askApi(server.port, 'POST', '/api/backups', { token: admin, body: { name } })).status).toBe(204)
  const statuses = []
  for (const fileToken of [token, `${token}x`, '']) {
    statuses.push((await askApi(server.port, 'GET', `/api/backups/${name}?token=${fileToken}&probe=4`)).status)
  }
  expect(statuses).toEqual([200, 403, 403])
  await expect
    .poll(() => logged(`json_extract(data, '$.auth')`, 'probe=4'), { timeout: 20_000 })
    .toEqual(['admin', 'guest', 'guest'])
})

test('the file cookie does not grant access to protected files', async () => {
  // Only admins and the owner can view the record.
  const { json } = await askApi(server.port, 'GET', '/api/collections/media/records/media0000000004', {
    token: signToken(copy.dataDir, 'auth', 'admin'),
  })
  const [file] = json.confidential as string[]
  const address = `/api/files/media/media0000000004/${file}`
  const headers = { cookie: `coffer-file-token=${token}` }
  expect((await askApi(server.port, 'GET', address, { headers })).status).toBe(403)
  expect((await askApi(server.port, 'GET', `${address}?token=${token}`)).status).toBe(200)
})

test.each(['/api/admins/auth-with-password?probe=2', '/api/collections/users/auth-with-password?probe=3'])(
  '%s logs a wrong password as a warning and an unknown identity as an error',
  async path => {
    const known = path.includes('admins') ? 'editor@magazine.example' : 'alice@readers.example'
    const responses = []
    for (const identity of [known, 'nobody@magazine.example']) {
      responses.push(await askApi(server.port, 'POST', path, { body: { identity, password: 'wrong-password' } }))
    }
    expect(responses.map(({ status }) => status)).toEqual([400, 400])
    expect(responses[0]?.text).toBe(responses[1]?.text)
    await expect.poll(() => logged('level', path.slice(-7)), { timeout: 20_000 }).toEqual([4, 8])
  },
)
