import { existsSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openPbHooks } from '../harness/openPbHooks.ts'

const tree = {
  'pb_hooks/tree/b.txt': 'second',
  'pb_hooks/tree/a/deep.html': '<i>{{.name}}</i>',
  'pb_hooks/tree/page.html': '<b>{{template "part.html" .}}</b>',
  'pb_hooks/tree/part.html': '{{.name}}',
}

const source = `
  routerAdd('GET', '/walk', (c) => {
    const root = __hooks + '/tree'
    const caught = (work) => { try { return work() ?? null } catch (error) { return String(error) } }
    const seen = []
    const visit = (path, found, error) => { seen.push([path.slice(root.length), found.isDir(), found.name(), error]) }
    $filepath.walkDir(root, visit)
    const sizes = {}
    $filepath.walk(root, (path, info) => { if (!info.isDir()) sizes[info.name()] = info.size() })
    return c.json(200, {
      seen,
      size: sizes['b.txt'],
      infoSize: $os.readDir(root).find((entry) => entry.name() === 'b.txt').info().size(),
      stopped: caught(() => $filepath.walk(root, () => { throw new Error('enough') })),
      returned: caught(() => $filepath.walk(root, () => new Error('returned'))),
      missing: caught(() => $filepath.walk(root + '/none', (_, info, error) => { throw [info, String(error)].join() })),
      ignored: caught(() => $filepath.walkDir(root + '/none', () => {})),
    })
  })
  routerAdd('GET', '/folder', (c) => {
    const caught = (work) => { try { return work() } catch (error) { return String(error) } }
    const fs = $os.dirFS(__hooks + '/tree')
    return c.json(200, {
      text: toString(fs.readFile('b.txt')),
      opened: readerToString(fs.open('b.txt')),
      names: fs.readDir('.').map((entry) => entry.name()),
      stat: fs.stat('a').isDir(),
      outside: ['../main.pb.js', '/b.txt', 'a/../b.txt', ''].map((name) => caught(() => fs.readFile(name))),
      missing: caught(() => fs.readFile('none.txt')),
      page: $template.loadFS(fs, 'page.html', 'part*.html').render({ name: '<you>' }),
      unmatched: ['none*.html', '../*.pb.js'].map((pattern) => caught(() => $template.loadFS(fs, pattern).render({}))),
      notFolder: caught(() => $template.loadFS('tree', 'page.html').render({})),
    })
  })
  routerAdd('GET', '/file/*', (c) => c.fileFS(c.pathParam('*'), $os.dirFS(__hooks + '/tree')))
  routerAdd('GET', '/thumb', (c) => {
    const fs = $app.newFilesystem()
    const key = 'mgposts00000001/post00000000001/photo_sRdo4DEkSm.jpg'
    const thumb = 'mgposts00000001/post00000000001/thumbs_photo_sRdo4DEkSm.jpg/20x10_photo_sRdo4DEkSm.jpg'
    fs.createThumb(key, thumb, '20x10')
    fs.serve(c.response(), c.request(), thumb, 'thumb.jpg')
  })
  routerAdd('GET', '/thumb-errors', (c) => {
    const caught = (work) => { try { return work() ?? null } catch (error) { return String(error) } }
    const fs = $app.newFilesystem()
    return c.json(200, [
      caught(() => fs.createThumb('none.jpg', 'thumb.jpg', '20x10')),
      caught(() => fs.createThumb('mgposts00000001/post00000000001/photo_sRdo4DEkSm.jpg', 'thumb.jpg', 'large')),
      caught(() => $app.newBackupsFilesystem().createThumb('mine.zip', 'thumb.jpg', '20x10')),
      fs.exists('thumb.jpg'),
    ])
  })
  routerAdd('POST', '/program', (c) => {
    const { program, code } = $apis.requestInfo(c).data
    const caught = (work) => { try { return work() ?? null } catch (error) { return String(error) } }
    const command = $os.cmd(program, '-e', code)
    command.start()
    const again = caught(() => command.start())
    return c.json(200, {
      again,
      waited: caught(() => command.wait()),
      failed: caught(() => { const failing = $os.cmd(program, '-e', 'process.exit(3)'); failing.start(); failing.wait() }),
      early: caught(() => $os.cmd(program).wait()),
      missing: caught(() => $os.cmd('/none/program').start()),
    })
  })`

test('scripts walk through folders, and end at the first error', async () => {
  const { ask } = await openPbHooks(source, { files: tree })
  expect((await ask('GET', '/walk')).json).toEqual({
    seen: [
      ['', true, 'tree', null],
      ['/a', true, 'a', null],
      ['/a/deep.html', false, 'deep.html', null],
      ['/b.txt', false, 'b.txt', null],
      ['/page.html', false, 'page.html', null],
      ['/part.html', false, 'part.html', null],
    ],
    size: 6,
    infoSize: 6,
    stopped: 'Error: enough',
    returned: expect.stringContaining('returned'),
    missing: expect.stringMatching(/^,GoError: lstat .*\/none: no such file or directory$/),
    ignored: null,
  })
})

test('scripts read, render and send the files of a folder, and none outside of it', async () => {
  const { ask } = await openPbHooks(source, { files: tree })
  expect((await ask('GET', '/folder')).json).toEqual({
    text: 'second',
    opened: 'second',
    names: ['a', 'b.txt', 'page.html', 'part.html'],
    stat: true,
    outside: ['../main.pb.js', '/b.txt', 'a/../b.txt', ''].map(name => `GoError: open ${name}: invalid argument`),
    missing: 'GoError: open none.txt: no such file or directory',
    page: '<b>&lt;you&gt;</b>',
    unmatched: ['none*.html', '../*.pb.js'].map(pattern => `GoError: template: pattern matches no files: "${pattern}"`),
    notFolder: expect.stringContaining('what $os.dirFS returns'),
  })
  const sent = await ask('GET', '/file/b.txt')
  expect([sent.status, sent.text, sent.headers.get('content-type')]).toEqual([200, 'second', 'text/plain; charset=utf-8'])
  expect((await ask('GET', '/file/none.txt')).status).toBe(404)
  expect((await ask('GET', '/file/%2e%2e/main.pb.js')).text).not.toContain('routerAdd')
})

test('scripts store thumbs of files', async () => {
  const { ask, coffer } = await openPbHooks(source)
  const response = await fetch(`http://127.0.0.1:${coffer.port}/thumb`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width: 20, height: 10 })
  expect(JSON.parse((await ask('GET', '/thumb-errors')).text)).toEqual([
    expect.stringContaining('the storage has no such file'),
    'GoError: large is not a valid thumb size.',
    'GoError: createThumb needs a file of $app.newFilesystem().',
    false,
  ])
})

test('scripts start programs, go on, and wait for them later', async () => {
  const { ask, folder } = await openPbHooks(source)
  const marker = `${folder}/../written`
  const code = `require('node:fs').writeFileSync(${JSON.stringify(marker)}, 'done')`
  const { json } = await ask('POST', '/program', { body: { program: process.execPath, code } })
  expect(json).toEqual({
    again: 'GoError: exec: already started',
    waited: null,
    failed: 'GoError: exit status 3',
    early: 'GoError: exec: not started',
    missing: expect.stringContaining('/none/program'),
  })
  expect(existsSync(marker)).toBe(true)
})
