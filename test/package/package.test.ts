import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PocketBase from 'pocketbase'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxDownloadMs } from '../../scripts/runDownload.ts'
import { askApi } from '../harness/askApi.ts'
import { type RunningCoffer, runCoffer, startCoffer } from '../harness/coffer.ts'
import { openPostgres } from '../harness/openPostgres.ts'
import { repositoryDir } from '../harness/paths.ts'
import { childrenOf } from '../harness/processTree.ts'
import { type InstalledPackage, installPackage, packagesIn, sizeWithoutNode } from './installPackage.ts'

const maxInstalledBytes = 60_000_000
const admin = { email: 'admin@example.com', password: 'correct-horse-battery' }
const read = (path: string) => readFileSync(join(repositoryDir, path))
const { version } = JSON.parse(read('package.json').toString())

let installed: InstalledPackage
let dataDir: string
beforeAll(async () => {
  installed = await installPackage()
  dataDir = join(installed.folder, 'pb_data')
}, maxDownloadMs + 60_000)
afterAll(() => installed?.remove())

const run = (...args: string[]) => runCoffer(args, { program: installed.program, cwd: installed.folder })
const start = (...args: string[]) => startCoffer(dataDir, args, { program: installed.program, cwd: installed.folder })
const path = (name: string) => join(installed.folder, 'node_modules/coffer', name)

describe('the tarball', () => {
  test('contains the built server, dashboard and manual, deployment files and documents, and nothing else', () => {
    const expected = /^(bin\/coffer|dist\/.+|deploy\/.+|package\.json|(README|CHANGELOG)\.md|LICENSE)$/
    expect(installed.files.filter(name => !expected.test(name))).toEqual([])
    expect(installed.files).toEqual(
      expect.arrayContaining(['bin/coffer', 'dist/server/main.js', 'dist/dashboard/dist/docs/index.html', 'LICENSE']),
    )
  })

  test('contains no files of earlier builds', () => {
    const built = globSync('**/*', { cwd: join(repositoryDir, 'packages/dashboard/dist'), withFileTypes: true })
    const packed = installed.files.filter(name => name.startsWith('dist/dashboard/dist/'))
    expect(packed).toHaveLength(built.filter(entry => entry.isFile()).length)
  })

  test('contains no sources and no tests', () => {
    expect(installed.files.filter(name => /\.tsx?$|\.test\.|(^|\/)(test|e2e|node_modules)\//.test(name))).toEqual([])
  })

  test('contains the licenses of the libraries that are bundled in the server, the dashboard and the manual', () => {
    const licenses = (folder: string) => readFileSync(path(`dist/${folder}/licenses.md`), 'utf8')
    expect(licenses('server')).toMatch(/^## @aws-sdk\/client-s3 - .*\(Apache-2\.0\)$/m)
    expect(licenses('dashboard/dist')).toMatch(/^## react - .*\(MIT\)$/m)
    expect(licenses('dashboard/dist/docs')).toMatch(/^## @vue\/shared - .*\(MIT\)$/m)
  })
})

describe('the installed package', () => {
  test('takes less than 60 MB without Node, and brings no development dependencies', () => {
    expect(sizeWithoutNode(installed.folder)).toBeLessThan(maxInstalledBytes)
    const { packages } = JSON.parse(read('package-lock.json').toString()) as { packages: Record<string, { dev?: boolean }> }
    const forDevelopment = packagesIn(installed.folder).filter(name => packages[`node_modules/${name}`]?.dev)
    expect(forDevelopment).toEqual([])
  })

  test('prints its version and its help', async () => {
    expect(await run('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
    expect(await run('--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage: coffer/) })
    expect(existsSync(dataDir)).toBe(false)
  })

  test('runs with npx from the tarball, and when it is installed globally', { timeout: 2 * maxDownloadMs + 60_000 }, async () => {
    const { root, tarball, npm } = installed
    expect(await npm(root, 'exec', '--yes', `./${tarball}`, '--', '--version')).toBe(`${version}\n`)
    const prefix = join(root, 'global')
    await npm(root, 'install', '--global', '--prefix', prefix, `./${tarball}`)
    const ending = await runCoffer(['--version'], { program: join(prefix, 'bin/coffer'), env: { PATH: '/usr/bin:/bin' } })
    expect(ending).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
  })
})

describe('the installed server', () => {
  let server: RunningCoffer
  let pb: PocketBase

  beforeAll(async () => {
    expect(await run('admin', 'create', admin.email, admin.password)).toMatchObject({ status: 0, stderr: '' })
    server = await start()
    pb = new PocketBase(`http://127.0.0.1:${server.port}`).autoCancellation(false)
    await pb.admins.authWithPassword(admin.email, admin.password)
    await pb.collections.import(JSON.parse(read('docs/manual/public/demo-collections.json').toString()))
  })
  afterAll(() => server?.end('SIGKILL'))

  test.each(['/_/', '/_/docs/', '/_/docs/quick-start.html', '/_/licenses.md'])('serves %s', async page => {
    expect(await askApi(server.port, 'GET', page)).toMatchObject({ status: 200 })
  })

  test('creates a record with a file, and a thumbnail of it', async () => {
    const password = { password: admin.password, passwordConfirm: admin.password }
    const { id: author } = await pb.collection('users').create({ username: 'ada', ...password })
    const cover = new File([read('test/fixtures/samples/files/photo.jpg')], 'photo.jpg')
    const post = await pb.collection('posts').create({ title: 'First', status: 'published', author, cover })
    const thumb = await fetch(`${pb.files.getUrl(post, post.cover)}?thumb=100x100`)
    expect(await sharp(await thumb.bytes()).metadata()).toMatchObject({ width: 100, height: 100 })
  })

  test('reads a view collection, in a process of its own', async () => {
    expect(await pb.collection('post_stats').getFullList()).toHaveLength(1)
    expect(childrenOf(server.pid).length).toBeGreaterThan(0)
  })

  test('stores its log', async () => {
    await expect.poll(async () => (await pb.logs.getList(1, 1)).totalItems).toBeGreaterThan(0)
  })

  test('creates a backup, and restores it', async () => {
    await pb.backups.create('before.zip')
    const { id } = await pb.collection('tags').create({ name: 'later' })
    await pb.backups.restore('before.zip')
    await expect.poll(() => pb.collection('tags').getFullList().catch(String)).toEqual([])
    await expect(pb.collection('tags').getOne(id)).rejects.toMatchObject({ status: 404 })
  })

  test('describes its API and its types', async () => {
    const { openapi } = await pb.send<{ openapi: string }>('/api/openapi.json', {})
    expect(openapi).toMatch(/^3\.1/)
    expect((await run('types', '--hooks')).stdout).toContain("declare module 'coffer'")
    expect(await run('types')).toMatchObject({ status: 0, stdout: expect.stringContaining('title'), stderr: '' })
  })

  test('checks its data directory on the command line and over the API', async () => {
    const { status, stdout, stderr } = await run('doctor', '--json')
    expect([status, stderr]).toEqual([1, ''])
    const { findings } = JSON.parse(stdout)
    const reply = await pb.send<{ findings: object[] }>('/api/doctor', {})
    expect(reply.findings).toEqual(findings)
  })

  test('moves its data to PostgreSQL, and serves it from there', async () => {
    expect(await server.end('SIGTERM')).toMatchObject({ status: 0 })
    const postgres = await openPostgres()
    try {
      const moved = await run('move', '--from', dataDir, '--to', postgres.address, '--dir', dataDir)
      expect(moved).toMatchObject({ status: 0, stderr: '' })
      const { port, end } = await start('--database', postgres.address)
      pb.baseUrl = `http://127.0.0.1:${port}`
      expect(await pb.collection('post_stats').getFullList()).toHaveLength(1)
      const filter = `title ~ "F%" && created < @now`
      expect(await pb.collection('posts').getFullList({ filter })).toMatchObject([{ title: 'First' }])
      expect(await end('SIGTERM')).toMatchObject({ status: 0 })
    } finally {
      await postgres.close()
    }
  })
})
