import { expect, onTestFinished, test, vi } from 'vitest'
import { sendMailTo } from '../../harness/copySample.ts'
import { openMailSink } from '../../harness/openMailSink.ts'
import { signToken } from '../../harness/signToken.ts'
import { records, startCodeServer } from './harness.ts'

const empty = { sql: 'DELETE FROM scratch' }

const reads = `
import { filter, onRecord, reject } from 'coffer'
onRecord('scratch', {
  beforeList(event) {
    if (event.query.sort === '-t') reject('Sorting by t is not supported.')
    if (event.user.kind !== 'admin') event.filter = filter('t != {:hidden} && n < {:max}', { hidden: 'a "quoted" \\\\ text', max: 3 })
    if (event.query.page === '7') event.filter = 'unknown = 1'
    if (event.query.page === '8') event.filter = 't = '
    event.input = { ignored: true }
  },
  beforeView({ record, user }) {
    if (record.n === 2 && user.kind !== 'admin') reject('Record two is not for you.', { n: 'Two.' })
    record.t = 'changed by a hook'
  },
})`

test.each(['inline', 'pool'] as const)('hooks narrow lists and reject views, in %s threads', async threads => {
  const { ask } = await startCodeServer({ 'reads.ts': reads }, {}, threads, {}, { prepare: [empty] })
  const ids: string[] = []
  for (const [t, n] of [
    ['one', 1],
    ['two', 2],
    ['three', 3],
    ['a "quoted" \\ text', 0],
  ] as const)
    ids.push(String((await ask('POST', records, { t, n })).json.id))
  const list = async (query: string, token?: string) => {
    const { status, json } = await ask('GET', `${records}?sort=n&${query}`, undefined, token)
    return { status, total: json.totalItems, texts: ((json.items ?? []) as { t: string }[]).map(({ t }) => t) }
  }
  // The second request would come from the cache.
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await list('', '')).toEqual({ status: 200, total: 2, texts: ['one', 'two'] })
    expect((await list('filter=n>0')).texts).toEqual(['one', 'two', 'three'])
    expect((await list('filter=n>1', '')).texts).toEqual(['two'])
    expect(await ask('GET', `${records}/${ids[1]}`, undefined, '')).toMatchObject({
      status: 403,
      json: { message: 'Record two is not for you.', data: { n: { message: 'Two.' } } },
    })
    expect((await ask('GET', `${records}/${ids[1]}`)).json.t).toBe('two')
    expect((await ask('GET', `${records}/${ids[0]}`, undefined, '')).json.t).toBe('one')
  }
  expect((await ask('GET', `${records}?sort=-t`)).status).toBe(403)
  expect((await list('page=8')).status).toBe(500)
  expect((await list('page=7', '')).status).toBe(400)
  expect((await ask('GET', `${records}/missing00000000`)).status).toBe(404)
})

test('a list that was cached is not returned to those for whom a new hook narrows it', async () => {
  const { ask, save } = await startCodeServer({ 'none.ts': '' }, {}, 'pool', {}, { prepare: [empty] })
  await ask('POST', records, { t: 'one', n: 1 })
  const total = async () => (await ask('GET', records, undefined, '')).json.totalItems
  for (let turn = 0; turn < 3; turn += 1) expect(await total()).toBe(1)
  const narrowing = "import { onRecord } from 'coffer'; onRecord('*', { beforeList(event) { event.filter = 'id = \"\"' } })"
  save('none.ts', narrowing)
  await vi.waitFor(async () => expect(await total()).toBe(0), { timeout: 10_000 })
  save('none.ts', '')
  await vi.waitFor(async () => expect(await total()).toBe(1), { timeout: 10_000 })
  save('none.ts', narrowing)
  await vi.waitFor(async () => expect(await total()).toBe(0), { timeout: 10_000 })
})

const signIns = `
import { data, onRecord, reject } from 'coffer'
onRecord('users', {
  async beforeSignIn({ record, method }) {
    if (Object.keys(record).some(key => /password|tokenKey/i.test(key))) throw new Error('A secret was handed over.')
    await data.collection('registry').create({ name: \`\${record.username} \${method}\` })
    if (record.username === 'erin') reject('Erin is blocked.', { identity: 'Ask an admin.' })
  },
})`

test('hooks are called for sign-ins with a password, a one-time password or a token, and can reject them', async () => {
  const mails = await openMailSink()
  onTestFinished(mails.close)
  const prepare = [sendMailTo(mails.port)]
  const { ask, dataDir } = await startCodeServer({ 'signIn.ts': signIns }, {}, 'inline', {}, { prepare })
  const today = '/today/api/collections/users'
  const options = { otp: { enabled: true, duration: 60 }, authAlert: { enabled: false } }
  expect((await ask('PATCH', today, options)).status).toBe(200)
  const signInByMail = async (user: string) => {
    const { otpId } = (await ask('POST', `${today}/request-otp`, { email: `${user}@readers.example` }, '')).json
    const [received] = await mails.take(1)
    const body = { otpId, password: /\d{8}/.exec(received?.text ?? '')?.[0] }
    return (await ask('POST', `${today}/auth-with-otp`, body, '')).status
  }
  expect([await signInByMail('bob'), await signInByMail('erin')]).toEqual([200, 400])
  const signIn = (identity: string, password: string) =>
    ask('POST', '/api/collections/users/auth-with-password', { identity, password }, '')
  const { status, json } = await signIn('bob', 'password-bob')
  expect([status, typeof json.token]).toEqual([200, 'string'])
  expect((await signIn('erin', 'wrong-password')).json.message).toBe('Failed to authenticate.')
  expect(await signIn('erin', 'password-erin')).toMatchObject({
    status: 400,
    json: { message: 'Erin is blocked.', data: { identity: { message: 'Ask an admin.' } } },
  })
  const refresh = (user: 'users:bob' | 'users:erin') =>
    ask('POST', '/api/collections/users/auth-refresh', {}, signToken(dataDir, 'auth', user))
  expect((await refresh('users:bob')).status).toBe(200)
  expect((await refresh('users:erin')).status).toBe(400)
  const { text } = await ask('GET', '/api/collections/registry/records?perPage=100')
  const names = (JSON.parse(text).items as { name: string }[]).map(({ name }) => name)
  expect(names.filter(name => /^(bob|erin) /.test(name)).sort()).toEqual([
    'bob otp',
    'bob password',
    'bob refresh',
    'erin otp',
    'erin password',
    'erin refresh',
  ])
})
