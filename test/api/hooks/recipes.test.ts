import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { changeDatabase } from '../../harness/changeDatabase.ts'
import { directoryOptions, runCoffer } from '../../harness/coffer.ts'
import { sendMailTo } from '../../harness/copySample.ts'
import { openMailSink } from '../../harness/openMailSink.ts'
import { repositoryDir } from '../../harness/paths.ts'
import { signToken } from '../../harness/signToken.ts'
import { startCodeServer, unhurried } from './harness.ts'

const page = readFileSync(join(repositoryDir, 'docs/manual/code-recipes.md'), 'utf8')

/** The files of the recipes by their names, as the manual prints them. */
const recipes = Object.fromEntries(
  [...page.matchAll(/^```[jt]s\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [name, text]),
)

const text = (...names: string[]) => names.map(name => ({ name, type: 'text' }))
const number = (name: string) => ({ name, type: 'number' })
const relation = (name: string, collectionId: string) => ({ name, type: 'relation', options: { collectionId, maxSelect: 1 } })

const secret = 'whsec_of_stripe'

/** Starts a server with the hooks of these recipes and the collections that they need. */
async function startRecipes(
  names: readonly string[],
  prepare: NonNullable<Parameters<typeof startCodeServer>[4]>['prepare'] = [],
) {
  const server = await startCodeServer(
    { 'package.json': '{"type":"module"}' },
    { variables: ['STRIPE_SECRET', 'WEATHER_URL'], ...unhurried },
    'pool',
    {},
    { prepare },
  )
  const { ask, save, dataDir } = server
  const { json: users } = await ask('GET', '/api/collections/users')
  const create = async (name: string, schema: object[], options: object = {}) =>
    String(
      (await ask('POST', '/api/collections', { name, schema, listRule: '', viewRule: '', createRule: '', ...options })).json.id,
    )
  const articles = await create('articles', [...text('title', 'slug', 'body', 'status'), relation('author', String(users.id))])
  const products = await create('products', [...text('name'), number('stock')], { createRule: null })
  const ofOrders = [relation('product', products), relation('buyer', String(users.id)), number('number'), ...text('status')]
  await create('orders', ofOrders, { createRule: 'buyer = @request.auth.id' })
  await create('members', [{ name: 'blocked', type: 'bool' }], {
    type: 'auth',
    options: { allowUsernameAuth: true, minPasswordLength: 8 },
  })
  for (const name of names) save(name.replace(/^hooks\//, ''), recipes[name] ?? '')
  await vi.waitFor(async () => expect((await ask('GET', '/api/code')).json.files).toHaveLength(names.length), { timeout: 10_000 })
  const list = async (collection: string, filter = '') => {
    const { text } = await ask('GET', `/api/collections/${collection}/records?sort=created&filter=${encodeURIComponent(filter)}`)
    return JSON.parse(text).items as Record<string, unknown>[]
  }
  return { ...server, articles, list, bob: signToken(dataDir, 'auth', 'users:bob') }
}

beforeAll(() => {
  process.env.STRIPE_SECRET = secret
})
afterAll(() => {
  delete process.env.STRIPE_SECRET
  delete process.env.WEATHER_URL
})

const records = (collection: string) => `/api/collections/${collection}/records`

test('the manual has ten recipes, and the compiler accepts them with the types of their collections', async () => {
  const names = Object.keys(recipes)
  expect(names).toHaveLength(10)
  const hooks = names.filter(name => name.startsWith('hooks/'))
  const { hooksDir } = await startRecipes(hooks)
  await vi.waitFor(() => expect(existsSync(join(hooksDir, 'coffer.d.ts'))).toBe(true), { timeout: 10_000 })
  await vi.waitFor(() => expect(readFileSync(join(hooksDir, 'coffer.d.ts'), 'utf8')).toContain('MembersRecord'), {
    timeout: 10_000,
  })
  for (const name of names.filter(name => name.startsWith('migrations/'))) {
    mkdirSync(dirname(join(hooksDir, name)), { recursive: true })
    writeFileSync(join(hooksDir, name), recipes[name] ?? '')
  }
  const types = ['--typeRoots', join(repositoryDir, 'node_modules/@types'), '--types', 'node']
  const { stdout } = spawnSync(join(repositoryDir, 'node_modules/.bin/tsc'), ['-p', hooksDir, ...types], { encoding: 'utf8' })
  expect(stdout).toBe('')
})

test('the recipe for slugs sets a slug that no other record has', async () => {
  const { ask } = await startRecipes(['hooks/slugs.ts'])
  const slugOf = async (title: string) => (await ask('POST', records('articles'), { title })).json.slug
  expect([await slugOf('Hello, World!'), await slugOf('hello world'), await slugOf('Héllo "World"'), await slugOf('')]).toEqual([
    'hello-world',
    'hello-world-2',
    'hello-world-3',
    'article',
  ])
})

test('the recipe of orders sells what is in stock, and numbers the orders without gaps', async () => {
  const { ask, list, bob } = await startRecipes(['hooks/orders.ts'])
  const { id: product } = (await ask('POST', records('products'), { name: 'Pen', stock: 3 })).json
  const buy = (token: string) =>
    ask('POST', records('orders'), { product, buyer: 'bob000000000001', status: 'paid', number: 100 }, token)
  expect((await buy('')).status).toBe(400)
  const responses = await Promise.all(Array.from({ length: 8 }, () => buy(bob)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 400, 400, 400, 400, 400])
  const [sold, rejected] = [responses.filter(({ status }) => status === 200), responses.filter(({ status }) => status === 400)]
  expect(rejected.map(({ json }) => json.message)).toEqual(Array(5).fill('Sold out.'))
  expect(sold.map(({ json }) => json.number).toSorted()).toEqual([1, 2, 3])
  const orders = (await list('orders')).map(({ number, status }) => [number, status])
  expect([(await list('products'))[0]?.stock, orders.toSorted()]).toEqual([
    0,
    [
      [1, 'new'],
      [2, 'new'],
      [3, 'new'],
    ],
  ])
})

test('the recipe of quotas rejects the fourth article of a day', async () => {
  const { ask, bob } = await startRecipes(['hooks/quota.ts'])
  const create = async (token?: string) =>
    (await ask('POST', records('articles'), { title: 'x', author: 'bob000000000001' }, token)).status
  expect([await create(bob), await create(bob), await create(bob), await create(bob), await create()]).toEqual([
    200, 200, 200, 400, 200,
  ])
})

test('the recipe of welcome mails sends one to each new user', async () => {
  const sink = await openMailSink()
  onTestFinished(sink.close)
  const { ask } = await startRecipes(['hooks/welcome.ts'], [sendMailTo(sink.port)])
  const user = { username: 'nina', email: 'nina@fresh.example', password: 'long-enough-1', passwordConfirm: 'long-enough-1' }
  expect((await ask('POST', records('users'), user)).status).toBe(200)
  expect(await sink.take(1)).toMatchObject([
    { to: 'nina@fresh.example', subject: 'Welcome', text: expect.stringContaining('Hello nina,') },
  ])
})

test('the recipe of web hooks accepts only signed messages', async () => {
  const { ask, list } = await startRecipes(['hooks/routes/stripe.ts'])
  const { id } = (await ask('POST', records('orders'), { status: 'new' })).json
  const body = JSON.stringify({ type: 'checkout.session.completed', data: { object: { client_reference_id: id } } })
  const now = Math.floor(Date.now() / 1000)
  const send = async (time: number, key: string) => {
    const signature = createHmac('sha256', key).update(`${time}.${body}`).digest('hex')
    return (await ask('POST', '/stripe', body, '', { 'Stripe-Signature': `t=${time},v1=${signature},v0=00` })).status
  }
  expect([await send(now, 'another'), await send(now - 600, secret), (await ask('POST', '/stripe', body, '')).status]).toEqual([
    400, 400, 400,
  ])
  expect((await list('orders'))[0]?.status).toBe('new')
  expect([await send(now, secret), await send(now, secret)]).toEqual([204, 204])
  expect((await list('orders'))[0]?.status).toBe('paid')
})

test('the recipe of cleaning up deletes old drafts only', async () => {
  const { ask, list, dataDir } = await startRecipes(['hooks/cleanup.ts'])
  const create = (title: string, status: string) => ask('POST', records('articles'), { title, status })
  await create('old draft', 'draft')
  await create('old and published', 'published')
  await create('new draft', 'draft')
  await changeDatabase(dataDir, 'data', "UPDATE articles SET updated = '2020-01-02 03:04:05.678Z' WHERE title LIKE 'old%'")
  expect((await ask('POST', '/api/code/jobs/delete%20old%20drafts/run')).status).toBe(204)
  const output = async () =>
    ((await ask('GET', '/api/code')).json.jobs as { lastRun: { output: string } | null }[])[0]?.lastRun?.output
  await vi.waitFor(async () => expect(await output()).toBe('1 drafts deleted\n'), { timeout: 10_000 })
  expect((await list('articles')).map(({ title }) => title)).toEqual(['old and published', 'new draft'])
})

test('the recipe of pages escapes what it shows', async () => {
  const { ask } = await startRecipes(['hooks/routes/read.ts'])
  await ask('POST', records('articles'), { title: '<script>', slug: 'one', body: 'a & b', status: 'published' })
  await ask('POST', records('articles'), { title: 'Draft', slug: 'two', status: 'draft' })
  const shown = await ask('GET', '/read/one', undefined, '')
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(shown.text).toContain('<h1>&lt;script&gt;</h1><p>a &amp; b</p>')
  expect([(await ask('GET', '/read/two')).status, (await ask('GET', '/read/x%22%20||%20id%20!=%20%22')).status]).toEqual([
    404, 404,
  ])
})

test('the recipe of sign-ins rejects blocked users', async () => {
  const { ask } = await startRecipes(['hooks/blocked.ts'])
  const password = { password: 'long-enough-1', passwordConfirm: 'long-enough-1' }
  const { json } = await ask('POST', records('members'), { username: 'member_one', ...password })
  const signIn = () =>
    ask('POST', '/api/collections/members/auth-with-password', { identity: 'member_one', password: 'long-enough-1' }, '')
  expect((await signIn()).status).toBe(200)
  await ask('PATCH', `${records('members')}/${json.id}`, { blocked: true })
  expect(await signIn()).toMatchObject({
    status: 400,
    json: { message: 'Your account is blocked. Write to support@example.com.' },
  })
})

test('the recipe of proxies requests each city once a minute by each process', async () => {
  const cities: string[] = []
  const service = createServer((request, response) => {
    cities.push(new URL(request.url ?? '', 'http://localhost').searchParams.get('city') ?? '')
    response.statusCode = cities.at(-1) === 'Atlantis' ? 500 : 200
    response.end('{"degrees":21}')
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => service.once('listening', resolve))
  onTestFinished(() => void service.close())
  process.env.WEATHER_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}/weather`
  const { ask } = await startRecipes(['hooks/routes/weather.ts'])
  for (let turn = 0; turn < 6; turn += 1) expect((await ask('GET', '/weather?city=Bern')).json).toEqual({ degrees: 21 })
  expect(cities.length).toBeLessThanOrEqual(2)
  expect((await ask('GET', '/weather?city=../etc')).status).toBe(400)
  expect((await ask('GET', '/weather?city=Atlantis')).status).toBe(500)
})

test('the recipe of imports creates its records once, and removes them again', async () => {
  const { dataDir, list, stop, start } = await startRecipes([])
  await stop()
  const [name = ''] = Object.keys(recipes).filter(name => name.startsWith('migrations/'))
  const file = join(dataDir, '..', name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, recipes[name] ?? '')
  for (let turn = 0; turn < 2; turn += 1) {
    await start()
    expect((await list('products')).map(({ name, stock }) => [name, stock]).toSorted()).toEqual([
      ['Paper', 40],
      ['Pencil', 120],
    ])
    await stop()
  }
  expect((await runCoffer(['migrate', 'down', '1', '--yes', ...directoryOptions(dataDir)])).stdout).toContain('Reverted')
  rmSync(file)
  await start()
  expect(await list('products')).toEqual([])
})
