import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { copySample } from '../harness/copySample.ts'
import { startServer } from '../harness/startServer.ts'

async function serve(files: Record<string, string>) {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const publicDir = join(dataDir, '..', 'public')
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(publicDir, name)), { recursive: true })
    writeFileSync(join(publicDir, name), content)
  }
  const { port, stop } = await startServer({ dataDir, hooks: { publicDir } })
  onTestFinished(stop)
  return { port, dataDir, get: (path: string, headers = {}) => askApi(port, 'GET', path, { headers }) }
}

test('public files have validators, ranges and the fallback of single-page apps', async () => {
  const { get } = await serve({ 'index.html': '<p>app</p>', 'a/b.txt': 'content' })
  const first = await get('/a/b.txt')
  const tag = first.headers.get('etag') ?? ''
  expect([first.status, first.text, first.headers.get('last-modified')]).toEqual([200, 'content', expect.any(String)])
  expect((await get('/a/b.txt', { 'If-None-Match': tag })).status).toBe(304)
  expect((await get('/a/b.txt', { 'If-None-Match': `"x", ${tag}` })).status).toBe(304)
  expect((await get('/a/b.txt', { 'If-None-Match': '"x"' })).status).toBe(200)
  const part = await get('/a/b.txt', { Range: 'bytes=1-3' })
  expect([part.status, part.text]).toEqual([206, 'ont'])
  expect((await get('/some/page')).text).toBe('<p>app</p>')
})

test.each(['/.env', '/.git/config', '/a/.hidden', '/%2eenv', '/a/%2Ehidden', '/.well-known../x'])(
  'the hidden file %s is not served',
  async path => {
    const { get } = await serve({ '.env': 'secret', '.git/config': 'secret', 'a/.hidden': 'secret', '.well-known../x': 'secret' })
    expect((await get(path)).status).toBe(404)
  },
)

test('the folder .well-known is served', async () => {
  const { get } = await serve({ '.well-known/security.txt': 'contact' })
  expect((await get('/.well-known/security.txt')).text).toBe('contact')
})

test.each([
  '/../pb_data/data.db',
  '/%2e%2e/pb_data/data.db',
  '/..%2fpb_data/data.db',
  '/a/..\\..\\pb_data/data.db',
  '/%00',
  '//etc/passwd',
])('the target %s does not lead out of the public folder', async target => {
  const { port } = await serve({ 'a/b.txt': 'content' })
  const socket = connect(port, '127.0.0.1')
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 40[04] /)
})

test('a link in the public folder is followed, as its owner has placed it', async () => {
  const { get, dataDir } = await serve({ 'a/b.txt': 'content' })
  writeFileSync(join(dataDir, '..', 'linked.txt'), 'linked')
  symlinkSync(join(dataDir, '..', 'linked.txt'), join(dataDir, '..', 'public', 'link.txt'))
  expect((await get('/link.txt')).text).toBe('linked')
})
