import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLongRun } from '../harness/isLongRun.ts'
import { openNodes, type TestNode } from '../harness/openNodes.ts'
import { openPostgres } from '../harness/openPostgres.ts'

const rounds = isLongRun ? 30 : 3
const readers = 4
const password = 'a secret password'

const ends: (() => Promise<void>)[] = []
let one: TestNode
let other: TestNode
/** The path of a record that only signed-in users can view. */
let note: string
beforeAll(async () => {
  const postgres = await openPostgres()
  ends.push(postgres.close)
  const nodes = await openNodes(postgres, end => ends.push(end))
  ;[one, other] = [await nodes.start('one'), await nodes.start('other')]
  const schema = [{ name: 'title', type: 'text' }]
  await send('POST', 'collections', { name: 'notes', type: 'base', schema, viewRule: '@request.auth.id != ""' })
  note = `collections/notes/records/${(await send('POST', 'collections/notes/records', { title: 'for users' })).id}`
}, 180_000)
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

/** Sends a request to the first node, which has to succeed. */
async function send(method: string, path: string, body?: object) {
  const { status, text, json } = await one.ask(method, path, body)
  expect([200, 204], text).toContain(status)
  return json
}

/** Someone with a token, and the requests for which the token is needed. */
interface Account {
  path: string
  token: string
  requests: readonly (readonly [method: string, path: string])[]
}

let accounts = 0

async function createUser(): Promise<Account> {
  const username = `user${++accounts}`
  const { id } = await send('POST', 'collections/users/records', { username, password, passwordConfirm: password })
  const { token } = await send('POST', 'collections/users/auth-with-password', { identity: username, password })
  const requests = [
    ['GET', note],
    ['POST', 'collections/users/auth-refresh'],
  ] as const
  return { path: `collections/users/records/${id}`, token: String(token), requests }
}

async function createAdmin(): Promise<Account> {
  const email = `admin${++accounts}@example.com`
  const { id } = await send('POST', 'admins', { email, password, passwordConfirm: password })
  const { token } = await send('POST', 'admins/auth-with-password', { identity: email, password })
  const requests = [
    ['GET', 'settings'],
    ['POST', 'admins/auth-refresh'],
  ] as const
  return { path: `admins/${id}`, token: String(token), requests }
}

function changePassword({ path }: Account) {
  const changed = `another ${password}`
  return send('PATCH', path, { password: changed, passwordConfirm: changed })
}
const remove = ({ path }: Account) => send('DELETE', path)
const changeSecret = () =>
  send('PATCH', 'settings', { recordAuthToken: { secret: randomBytes(20).toString('hex'), duration: 1_000 } })

/** Ends the tokens of an account on the first node, while clients use its token on the second one. Returns what the second node accepted. */
async function useWhileEnded(account: Account, end: (account: Account) => Promise<unknown>) {
  const counts = { acceptedBefore: 0, acceptedAfter: 0, rejectedAfter: 0 }
  let [hasEnded, isStopped] = [false, false]
  const use = async (index: number) => {
    for (let count = index; !isStopped; count += 1) {
      const [method, path] = account.requests[count % account.requests.length] ?? ['GET', note]
      const wasEnded = hasEnded
      const { status, text } = await other.ask(method, path, method === 'POST' ? {} : undefined, account.token)
      // A node that is behind the others for a moment answers 503.
      expect([200, 401, 403, 404, 503], text).toContain(status)
      if (status === 200) counts[wasEnded ? 'acceptedAfter' : 'acceptedBefore'] += 1
      else if (wasEnded && status !== 503) counts.rejectedAfter += 1
    }
  }
  const using = Promise.all(Array.from({ length: readers }, (_, index) => use(index)))
  await expect.poll(() => counts.acceptedBefore, { timeout: 20_000, interval: 5 }).toBeGreaterThan(readers)
  await end(account)
  hasEnded = true
  await expect.poll(() => counts.rejectedAfter, { timeout: 20_000, interval: 5 }).toBeGreaterThan(2 * readers)
  isStopped = true
  await using
  return counts
}

test.each([
  ['the password of its user changes', createUser, changePassword],
  ['its user is deleted', createUser, remove],
  ['the secret of the tokens changes', createUser, changeSecret],
  ['the password of its admin changes', createAdmin, changePassword],
  ['its admin is deleted', createAdmin, remove],
])(
  'a token that one node has revoked, because %s, is not accepted by another node',
  { timeout: 300_000 },
  async (_, create, end) => {
    for (let round = 1; round <= rounds; round += 1)
      expect(await useWhileEnded(await create(), end)).toMatchObject({ acceptedAfter: 0 })
  },
)
