import { mkdir, rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { startCoffer } from '../harness/coffer.ts'
import { preparePbHooks } from '../harness/openPbHooks.ts'

const route = (path: string) => `routerAdd('GET', '${path}', (c) => c.string(200, 'served'))\n`

/** Files that cannot be loaded, with a part of their message. */
const broken: Record<string, [content: string, message: RegExp]> = {
  'cron.pb.js': [`cronAdd('x', '61 * * * *', () => {})`, /the expression "61 \* \* \* \*" is not valid/],
  'handler.pb.js': [`routerAdd('GET', '/x')`, /A handler is a function, not undefined\. \(.*handler\.pb\.js:1\)/],
  'large.pb.js': [`//${'x'.repeat(17 * 1024 * 1024)}`, /It is larger than 16 MB/],
  'loop.pb.js': ['for (;;) {}', /It computed for more than 5 seconds\. Look for an endless loop\./],
  'method.pb.js': [`routerAdd('', '/x', () => {})`, /routerAdd takes a method such as GET/],
  'module.pb.js': [`require(__hooks + '/missing.js')`, /Invalid module/],
  'syntax.pb.js': [`${route('/a')}routerAdd('GET', '/b', (c) => {`, /SyntaxError: .*syntax\.pb\.js:2/],
  'thrown.pb.js': [`throw new BadRequestError('mine')`, /Mine\./],
  'unknown.pb.js': ['onNothing(() => {})', /onNothing is not defined/],
}

const working = `
${route('no/slash')}${route('/x(')}
for (let i = 0; i < 10_000; i++) {
  onRecordBeforeUpdateRequest(() => {}, 'missing')
  routerAdd('GET', '/many/' + i, (c) => c.string(200, 'served'))
}
routerAdd('GET', '/circle', (c) => c.string(200, require(__hooks + '/lib/one.js').name))
routerAdd('GET', '/missing', () => require('nowhere'))
routerAdd('GET', '/json', () => require(__hooks + '/lib/broken.json'))
routerAdd('GET', '/package', () => require(__hooks + '/lib/package'))
routerAdd('GET', '/syntax', () => require(__hooks + '/lib/syntax.js'))`

test('files that cannot be loaded are named with the reason, others are served, and the folder can be replaced while the server runs', async () => {
  const { dataDir, folder, save } = await preparePbHooks(working, {
    files: {
      'pb_hooks/ein name mit ü.pb.js': `routerAdd('GET', '/named', () => { throw new Error('in its file') })`,
      'pb_hooks/lib/one.js': `module.exports.name = 'served'; require(__hooks + '/lib/two.js')`,
      'pb_hooks/lib/two.js': `module.exports.name = require(__hooks + '/lib/one.js').name`,
      'pb_hooks/lib/broken.json': '{ "a": 1, ',
      'pb_hooks/lib/package/package.json': '{ "main": ',
      'pb_hooks/lib/syntax.js': 'module.exports = {\n  b b\n}',
      'linked.js': route('/linked'),
    },
  })
  for (const [name, [content]] of Object.entries(broken)) await save(name, content)
  const links = {
    'nowhere.pb.js': 'nowhere.js',
    'itself.pb.js': 'itself.pb.js',
    'zero.pb.js': '/dev/zero',
    'linked.pb.js': '../linked.js',
  }
  for (const [name, target] of Object.entries(links)) await symlink(target, join(folder, name))
  await mkdir(join(folder, 'folder.pb.js'))
  const coffer = await startCoffer(dataDir)
  onTestFinished(async () => void (await coffer.end('SIGTERM')))
  const statusOf = async (path: string) => (await askApi(coffer.port, 'GET', path)).status
  const messageOf = (name: string) => coffer.output().split(`Failed to execute ${name}:\n`)[1]?.split('\nFailed')[0] ?? ''
  for (const [name, [, message]] of Object.entries(broken)) expect(messageOf(name)).toMatch(message)
  expect(messageOf('nowhere.pb.js')).toContain('ENOENT')
  expect(messageOf('itself.pb.js')).toContain('ELOOP')
  for (const name of ['zero.pb.js', 'folder.pb.js']) expect(messageOf(name)).toContain('It is no file.')
  for (const path of ['/no/slash', '/x(', '/many/9999', '/circle', '/linked', '/api/health'])
    expect([path, await statusOf(path)]).toEqual([path, 200])
  const reasons = {
    '/named': /in its file\n.*ein name mit ü\.pb\.js:1/,
    '/missing': /There is no module "nowhere"/,
    '/json': /lib\/broken\.json\n/,
    '/package': /lib\/package\/package\.json cannot be read/,
    '/syntax': /lib\/syntax\.js:2\n/,
  }
  for (const [path, reason] of Object.entries(reasons)) {
    expect([path, await statusOf(path)]).toEqual([path, 400])
    expect(coffer.output()).toMatch(reason)
  }

  await rename(folder, `${folder}.old`)
  await expect.poll(coffer.output).toContain('Changed files of pb_hooks could not be loaded.')
  expect(await statusOf('/circle')).toBe(400)
  expect(await statusOf('/x(')).toBe(200)
  await save('new.pb.js', route('/new'))
  await expect.poll(() => statusOf('/new')).toBe(200)
  await save('sub/lib.js', 'module.exports = "first"')
  await save('new.pb.js', `routerAdd('GET', '/sub', (c) => c.string(200, require(__hooks + '/sub/lib.js')))`)
  const sub = async () => (await askApi(coffer.port, 'GET', '/sub')).text
  await expect.poll(sub).toBe('first')
  await save('sub/lib.js', 'module.exports = "second"')
  await expect.poll(sub).toBe('second')
})

test('files are loaded again under load without dropping requests', async () => {
  const version = (text: string) => `routerAdd('GET', '/version', (c) => c.string(200, '${text}'))`
  const { dataDir, save } = await preparePbHooks(version('0'))
  const coffer = await startCoffer(dataDir)
  onTestFinished(async () => void (await coffer.end('SIGTERM')))
  let isOver = false
  const seen = new Set<string>()
  const failed: unknown[] = []
  const load = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const { status, text } = await askApi(coffer.port, 'GET', '/version')
        if (status === 200) seen.add(text)
        else failed.push([status, text])
      }
    }),
  )
  for (const text of ['1', '2', '3']) {
    await save('main.pb.js', version(text))
    await expect.poll(() => seen).toContain(text)
  }
  isOver = true
  await load
  expect(failed).toEqual([])
})
