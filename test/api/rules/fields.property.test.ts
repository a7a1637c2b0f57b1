import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiResponse, askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'
import { type RunningServer, startServer } from '../../harness/startServer.ts'

let copy: SampleCopy
let server: RunningServer
beforeAll(async () => {
  copy = await copySample('magazine')
  server = await startServer({ dataDir: copy.dataDir })
})
afterAll(async () => {
  await server.stop()
  await copy.remove()
})

const questions = [
  'posts/records?perPage=4&expand=author.user,tags,editors,comments_via_post.author&filter=',
  'users/records?perPage=8&expand=authors_via_user&filter=',
  'comments/records?perPage=5&sort=-created&expand=post.editors,likes&filter=',
  'clients/records?filter=',
  'scratch/records?perPage=20&filter=',
  'authors/records/author000000002?expand=user,posts_via_author.category',
  'users/records/bob000000000001?expand=media_via_owner',
]
const requesters = [undefined, 'users:alice', 'users:bob', 'clients:client000000001', 'admin']

const names = [
  '*',
  'id',
  'title',
  'email',
  'username',
  'collectionName',
  'extra',
  'j',
  'tags',
  'body',
  'name',
  'expand',
  'author',
  'items',
  'tokenKey',
  'passwordHash',
  'password',
  'lastResetSentAt',
  '__proto__',
  'constructor',
  'length',
  '0',
  'nothing',
  'page',
  'toString',
  'user',
  'editors',
  'comments_via_post',
  'authors_via_user',
  'posts_via_author',
  'a',
  'list',
]
const path = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 5 }).map(parts => parts.join('.'))
const expandedPath = path.map(rest => `expand.${rest.split('.').join('.expand.')}`)
const fields = fc.array(fc.oneof(path, expandedPath, fc.constantFrom('*', 'expand.*', ' , ', 'expand.author.*')), {
  minLength: 1,
  maxLength: 5,
})

/** Returns the path of a value in a part that is missing in the whole, or undefined. */
function foreign(part: unknown, whole: unknown, at = ''): string | undefined {
  if (typeof part !== 'object' || part === null) return Object.is(part, whole) ? undefined : `${at}: ${part}`
  if (typeof whole !== 'object' || whole === null || Array.isArray(part) !== Array.isArray(whole))
    return `${at}: ${JSON.stringify(part)}`
  if (Array.isArray(part) && part.length !== Object.keys(whole).length) return `${at}: ${part.length} elements`
  for (const [key, value] of Object.entries(part)) {
    if (!Object.hasOwn(whole, key)) return `${at}.${key}`
    const found = foreign(value, (whole as Record<string, unknown>)[key], `${at}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

test('a response with selected fields is always a part of the whole response', async () => {
  const wholes = new Map<string, Promise<ApiResponse>>()
  const ask = (who: string | undefined, question: string) =>
    askApi(server.port, 'GET', `/api/collections/${question}`, {
      token: who === undefined ? undefined : signToken(copy.dataDir, 'auth', who),
    })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...requesters), fc.constantFrom(...questions), fields, async (who, question, list) => {
      const key = `${who} ${question}`
      const asking = wholes.get(key) ?? ask(who, question)
      wholes.set(key, asking)
      const whole = await asking
      const part = await ask(who, `${question}&fields=${encodeURIComponent(list.join())}`)
      expect(part.status).toBe(whole.status)
      expect(foreign(part.json, whole.json)).toBeUndefined()
    }),
    { numRuns: 300 },
  )
  const statuses = await Promise.all([...wholes.values()].map(async whole => (await whole).status))
  expect(statuses.filter(status => status === 200).length).toBeGreaterThan(15)
})

test.each(['tokenKey', 'passwordHash', '*,tokenKey', '*.tokenKey,expand.user.passwordHash', 'items.tokenKey'])(
  'not even an admin gets secrets with fields=%s',
  async list => {
    const query = `users/records?expand=authors_via_user.user&fields=${list}`
    const { status, text } = await askApi(server.port, 'GET', `/api/collections/${query}`, {
      token: signToken(copy.dataDir, 'auth', 'admin'),
    })
    expect(status).toBe(200)
    expect(text).not.toMatch(/tokenKey|passwordHash/)
  },
)
