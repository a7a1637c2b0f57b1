import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { fastPasswords } from '../harness/fastPasswords.ts'
import { querySharedSql } from '../harness/queryDatabase.ts'
import { AttackedServer, numbers } from '../harness/realtimeAttack.ts'
import { signToken } from '../harness/signToken.ts'

/** An author that belongs to a user, with a text of 8 MB. */
const longAuthor = {
  sql: `UPDATE authors SET bio = printf('%.*c', 8000000, 'a') WHERE user = (SELECT id FROM users WHERE username = 'bob')`,
}

/** Searches for texts that the client chooses. Each is compared with every character of a value, and nothing interrupts them. */
const searchNumbers = numbers(15)
const slowRule = searchNumbers.map(number => `bio ~ @request.query.t${number}`).join(' || ')
const searched = searchNumbers.map(number => `t${number}=${'a'.repeat(40)}b${number}`).join('&')

let server: AttackedServer
beforeAll(async () => {
  server = await AttackedServer.start([fastPasswords, longAuthor])
  await server.askAsAdmin('PATCH', 'collections/authors', { viewRule: slowRule })
}, 240_000)
afterAll(() => server.stop())

test('the writer makes the changes of others while a sign-in from a new address reads the records that it expands', async () => {
  const token = signToken(server.dataDir, 'auth', 'admin')
  const options = { token, body: { authAlert: { enabled: true } } }
  expect((await askApi(server.port, 'PATCH', '/today/api/collections/users', options)).status).toBe(200)
  const signIn = (query: string, address: string) =>
    server.ask('POST', `collections/users/auth-with-password${query}`, {
      body: { identity: 'bob', password: 'password-bob' },
      headers: { 'X-Forwarded-For': address },
    })
  expect((await signIn('', '198.51.100.1')).status).toBe(200)
  const origins = () => querySharedSql(server.dataDir, `SELECT id FROM "_cofferSignIns" WHERE kind = 'origin'`)
  const before = origins()
  let status = 0
  const signingIn = signIn(`?expand=authors(user)&${searched}`, '198.51.100.2').then(response => {
    status = response.status
  })
  // The address is stored before the response is created.
  await expect.poll(origins, { timeout: 60_000, interval: 5 }).not.toEqual(before)
  let changes = 0
  for (; status === 0; changes += 1) await server.askAsAdmin('POST', 'collections/tags/records', { name: `tag ${changes}` })
  await signingIn
  expect(status).toBe(200)
  // A writer that reads the records makes one change, after the sign-in.
  expect(changes).toBeGreaterThan(5)
})
