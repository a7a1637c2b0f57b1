import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { directoryOptions, runCoffer } from '../../harness/coffer.ts'
import { repositoryDir } from '../../harness/paths.ts'
import { startCodeServer } from './harness.ts'

const right = `
import { data, filter, mail, onRecord, reject, type Route, schedule } from 'coffer'

onRecord('posts', {
  beforeCreate(event) {
    event.input.slug = event.input.title?.toLowerCase() ?? ''
    if (event.user.kind === 'guest') reject('Sign in.', { title: 'Sign in.' })
  },
  beforeUpdate({ record, input }) {
    const title: string = record.title
    input.title = title.trim()
    input['views+'] = 1
  },
  async insideUpdate({ record, previous, data }) {
    if (record.title !== previous.title) await data.collection('posts').update(record.id, { 'views+': 1 })
  },
  beforeList(event) {
    event.filter = filter('status = {:status}', { status: 'published' })
  },
  async afterCreate({ record }) {
    const views: number | undefined = record?.views
    if (views === 0) await mail.send({ to: 'a@b.example', subject: 'New', text: record?.title ?? '' })
  },
})
onRecord('*', { afterDelete: ({ record }) => console.log(record?.anything) })
schedule('nightly', '0 3 * * *', async ({ data }) => {
  const { items } = await data.collection('posts').getList(1, 10)
  const titles: string[] = items.map(post => post.title)
  const batch = data.batch()
  batch.collection('posts').update(items[0]?.id ?? '', { 'views+': titles.length }, { where: 'views < 10' })
  await batch.send()
  await data.collection('posts').create({ title: 'x', slug: 'x', author: 'y', category: 'z', status: 'draft', cover: new File([], 'a.png') })
})
const route: Route = { fetch: async (request, { user }) => Response.json([request.url, user.kind, await data.collection('posts').getFullList()]) }
export default route
`

const wrong = `
import { data, onRecord } from 'coffer'
onRecord('posts', { beforeUpdate: event => console.log(event.record.titel) })
onRecord('pots', {})
onRecord('posts', { beforeCreate: event => { event.input.title = 1 } })
await data.collection('posts').getList('1')
const views: string = (await data.collection('posts').getOne('x')).views
await data.collection('posts').update('x', { nothing: 1 })
export { views }
`

/** Returns the errors of the compiler as `file(line): code`. */
function compile(folder: string): string[] {
  const { stdout } = spawnSync(join(repositoryDir, 'node_modules/.bin/tsc'), ['-p', folder, '--skipLibCheck', 'false'], {
    encoding: 'utf8',
  })
  return [...stdout.matchAll(/^(\S+?)\((\d+),\d+\): error (TS\d+)/gm)].map(
    ([, file = '', line, code]) => `${file.split('/').at(-1)}(${line}): ${code}`,
  )
}

test('the server writes types of the collections beside hooks, with which right uses compile and wrong ones do not', async () => {
  const { hooksDir, ask, dataDir, stop } = await startCodeServer({ 'package.json': '{"type":"module"}', 'right.ts': right })
  const file = join(hooksDir, 'coffer.d.ts')
  await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 15_000 })
  // Not loaded by the server.
  mkdirSync(join(hooksDir, 'routes'))
  writeFileSync(join(hooksDir, 'routes/_wrong.ts'), wrong)
  expect(compile(hooksDir)).toEqual([
    '_wrong.ts(3): TS2551',
    '_wrong.ts(4): TS2345',
    '_wrong.ts(5): TS2322',
    '_wrong.ts(6): TS2345',
    '_wrong.ts(7): TS2322',
    '_wrong.ts(8): TS2353',
  ])
  await ask('POST', '/api/collections', { name: 'pots', schema: [{ name: 'a', type: 'text' }] })
  await vi.waitFor(() => expect(readFileSync(file, 'utf8')).toContain('interface PotsRecord'), { timeout: 15_000 })
  expect((await ask('GET', '/api/code')).json.broken).toBeNull()
  await stop()
  const { stdout } = await runCoffer(['types', '--hooks', ...directoryOptions(dataDir)])
  expect(stdout).toBe(readFileSync(file, 'utf8'))
})

test('a configuration of the compiler that exists is left alone', async () => {
  const { hooksDir } = await startCodeServer({ 'tsconfig.json': '{}' })
  await vi.waitFor(() => expect(existsSync(join(hooksDir, 'coffer.d.ts'))).toBe(true), { timeout: 15_000 })
  expect(readFileSync(join(hooksDir, 'tsconfig.json'), 'utf8')).toBe('{}')
})
