import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { directoryOptions, runCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'
import { scratchDir } from '../harness/scratchDir.ts'
import { startServer } from '../harness/startServer.ts'

const form = (email: string) => ({ email, password: 'a-first-password', passwordConfirm: 'a-first-password' })

/** Starts a server with all its threads on a data directory that it has to create. */
async function startFresh() {
  const folder = await mkdtemp(join(scratchDir, 'coffer-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'not/there/yet')
  const server = await startServer({ dataDir, threads: 'pool' })
  onTestFinished(server.stop)
  const admins = () => queryDatabase(dataDir, 'data', 'SELECT email FROM _admins').flat()
  const locationOf = async (path: string) => {
    const { status, headers } = await askApi(server.port, 'GET', path)
    return status === 307 ? headers.get('location') : status
  }
  const create = (email: string, token?: string) => askApi(server.port, 'POST', '/api/admins', { body: form(email), token })
  return { ...server, admins, locationOf, create }
}

test('a new directory opens the installer, which creates the first admin and is then closed', async () => {
  const { port, admins, locationOf, create } = await startFresh()
  expect(admins()).toEqual([])
  expect(await locationOf('/_/')).toBe('?installer#')
  expect(await locationOf('/_/index.html')).toBe('?installer#')
  expect(await locationOf('/_/?installer')).not.toBe('?')
  expect((await askApi(port, 'GET', '/api/admins')).status).toBe(401)

  expect((await create('no address')).json).toMatchObject({ code: 400, data: { email: { code: 'validation_is_email' } } })
  expect(await locationOf('/_/')).toBe('?installer#')

  const first = await create('first@magazine.example')
  expect(first.status, first.text).toBe(200)
  expect(first.json).toMatchObject({ email: 'first@magazine.example', avatar: 0 })
  expect(await locationOf('/_/')).not.toBe('?installer#')
  expect(await locationOf('/_/?installer')).toBe('?')

  const second = await create('second@magazine.example')
  expect(second.json).toEqual({
    code: 401,
    message: 'The request requires valid admin authorization token to be set.',
    data: {},
  })
  const { json } = await askApi(port, 'POST', '/api/admins/auth-with-password', {
    body: { identity: 'first@magazine.example', password: 'a-first-password' },
  })
  expect((await create('second@magazine.example', String(json.token))).status).toBe(200)
  expect(admins()).toEqual(['first@magazine.example', 'second@magazine.example'])
})

test('of twenty concurrent first admins exactly one is created', async () => {
  const { admins, create } = await startFresh()
  const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => create(`one${index}@magazine.example`)))
  const statuses = responses.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array(19).fill(401)])
  const [made] = responses.filter(({ status }) => status === 200)
  expect(admins()).toEqual([made?.json.email])
})

test('creating an admin on the command line of another process closes the installer', async () => {
  const { remove, dataDir } = await copySample('fresh')
  onTestFinished(remove)
  const server = await startServer({ dataDir })
  onTestFinished(server.stop)
  const location = async () => (await askApi(server.port, 'GET', '/_/')).headers.get('location')
  expect(await location()).toBe('?installer#')
  const made = await runCoffer(['admin', 'create', 'first@magazine.example', 'a-first-password', ...directoryOptions(dataDir)])
  expect(made.status, made.stderr).toBe(0)
  expect(await location()).toBeNull()
  expect((await askApi(server.port, 'POST', '/api/admins', { body: form('x@magazine.example') })).status).toBe(401)
})
