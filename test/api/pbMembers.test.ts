import { describe, expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { openPbHooks } from '../harness/openPbHooks.ts'
import { sendBytes } from '../harness/sendBytes.ts'
import { signToken } from '../harness/signToken.ts'

const source = `
  routerAdd('POST', '/form', (c) => c.json(200, { values: c.formValues(), first: c.formValue('a') }))
  routerAdd('GET', '/basic', (c) => c.json(200, c.request().basicAuth()))
  routerAdd('GET', '/scheme', (c) => c.json(200, [c.scheme(), c.isTLS()]))
  onRecordsListRequest(({ httpContext: c }) => {
    c.response().header().set('X-Seen', [c.scheme(), c.isTLS(), c.realIP()].join(' '))
  }, 'scratch')
  routerAdd('GET', '/xml', (c) => c.xml(200, ['a <b> & "c"', 3, 0.5, true]))
  routerAdd('GET', '/xml-object', (c) => {
    try { return c.xml(200, { a: 1 }) } catch (error) { return c.string(200, String(error)) }
  })
  routerAdd('GET', '/modifiers', (c) => {
    const record = new Record($app.dao().findCollectionByNameOrId('scratch'), { n: 5, s2: ['a', 'b'] })
    const given = { 'n+': 2, 's2-': 'a', 's2+': 'é', t: 'text' }
    return c.json(200, { replaced: record.replaceModifers(given), given, n: record.get('n') })
  })
  routerAdd('GET', '/settings', (c) => {
    const settings = $app.settings()
    const { appName } = settings.meta
    const copy = settings.clone()
    copy.merge({ meta: { appName: 'merged' }, smtp: { port: 2525 } })
    const invalid = copy.clone()
    invalid.merge({ meta: { appUrl: '' } })
    copy.validate()
    let error = null
    try { invalid.validate() } catch (thrown) { error = String(thrown) }
    return c.json(200, {
      isUnchanged: settings.meta.appName === appName && $app.settings().meta.appName === appName,
      merged: [copy.meta.appName, copy.smtp.port],
      secrets: [copy.recordAuthToken.secret === settings.recordAuthToken.secret, copy.redactClone().recordAuthToken.secret],
      error,
    })
  })
  routerAdd('GET', '/store', (c) => {
    const caught = (work) => { try { return work() ?? null } catch (error) { return String(error) } }
    const store = $app.store()
    const [one, other] = ['a'.repeat(9000000), 'b'.repeat(9000000)]
    const set = [one, one, other].map((key) => caught(() => store.set(key, 1)))
    store.remove(one)
    const again = caught(() => store.set(other, other.slice(0, 1000)))
    store.removeAll()
    return c.json(200, { set, again, last: [caught(() => store.set(one, 1)), store.get(one), store.length(), store.has(other)] })
  })
  routerAdd('GET', '/security', (c) => {
    const keys = ['0123456789abcdef', '0123456789abcdef01234567', '0123456789abcdef0123456789abcdef']
    const caught = (work) => { try { return work() } catch (error) { return String(error) } }
    return c.json(200, {
      opened: keys.map((key) => caught(() => $security.decrypt($security.encrypt('a text', key), key))),
      short: caught(() => $security.encrypt('a text', 'short')),
      equal: [$security.equal('a', 'a'), $security.equal('a', 'b'), $security.equal('a', 'aa'), $security.equal('', '')],
      missing: [$security.equal('', process.env.ABSENT), $security.equal(process.env.ABSENT, process.env.ABSENT), $security.equal(null, '')],
    })
  })
  routerAdd('GET', '/logged/:name', (c) => c.json(201, {}), $apis.activityLogger($app))
  routerAdd('POST', '/log', (c) => {
    $app.logger().with('a', 1).withGroup('request').with('b', 2).withGroup('empty').info('grouped')
    $app.logger().with('a', 1).withGroup('request').with('b', 2).withGroup('inner').info('nested', 'c', 3)
    return c.noContent(204)
  })
  routerAdd('POST', '/import', (c) => {
    const dao = $app.dao()
    const list = [{ name: 'imported', type: 'base', schema: [{ name: 'title', type: 'text' }] }]
    const failures = [() => { throw new Error('stop') }, () => 'a value'].map((callback) => {
      try { dao.importCollections(list, false, callback) } catch (error) { return [String(error), dao.hasTable('imported')] }
    })
    const seen = {}
    dao.importCollections(list, false, (tx, imported, existing) => {
      const names = (collections) => Object.values(collections).map(({ name }) => name)
      const [made] = Object.values(imported)
      seen.imported = names(imported)
      seen.existing = ['tags', 'imported'].map((name) => names(existing).includes(name))
      tx.saveRecord(new Record(made, { title: 'first' }))
    })
    return c.json(200, { failures, ...seen, titles: dao.findRecordsByExpr('imported').map((record) => record.get('title')) })
  })
  routerAdd('POST', '/keys', (c) => {
    const caught = (work) => { try { return work() } catch (error) { return String(error) } }
    const user = $app.dao().findRecordById('users', 'alice0000000001')
    const tag = new Record($app.dao().findCollectionByNameOrId('tags'))
    user.setTokenKey('k'.repeat(50))
    $app.dao().saveRecord(user)
    return c.json(200, {
      key: $app.dao().findRecordById('users', 'alice0000000001').tokenKey(),
      tag: caught(() => tag.setTokenKey('a')),
    })
  })
  routerAdd('POST', '/forwarded', (c) => {
    const form = new FormData()
    for (const tag of ['a', 'b']) form.append('rN', tag)
    form.set('t', 'first')
    form.set('t', 'ä "text"')
    form.append('n', 1.5)
    form.append('f2', $filesystem.fileFromBytes('one', 'one.txt'))
    form.append('f2', $filesystem.fileFromBytes([1, 2], 'a "b".bin'))
    form.append('gone', 1)
    form.delete('gone')
    const seen = [form.get('t'), form.getAll('rN'), form.has('gone'), form.get('gone'), form.keys(), form.values().length, form.entries()[0]]
    form.delete('rN')
    const url = 'http://' + c.request().host + '/api/collections/scratch/records'
    const { statusCode, json } = $http.send({ url, method: 'POST', body: form })
    return c.json(200, { seen, statusCode, t: json.t, n: json.n, files: json.f2 })
  })
  routerAdd('POST', '/texts', (c) => c.json(200, [
    toString(c.request().body), toString(c.request().body, 3), toString($os.readFile(__hooks + '/note.txt')), toString(new Uint8Array([104, 105])),
    toString('a'), toString(1.5), toString(true), toString(null), toString([1, 'b']), toString({ b: 1, a: [] }),
    toString(new DateTime('2026-01-02 03:04:05.000Z')),
  ]))
  routerAdd('GET', '/back', (c) => {
    const dao = $app.dao()
    const ids = (records) => records.map(({ id }) => id).sort()
    const post = dao.findRecordById('posts', 'post00000000001')
    const user = dao.findRecordById('users', 'alice0000000001')
    const paths = ['comments_via_post.author', 'comments(post)', 'comments_via_author', 'tags_via_name']
    const failed = dao.expandRecord(post, paths, null)
    dao.expandRecords([user], ['authors_via_user'], null)
    const expected = ids(dao.findRecordsByFilter('comments', 'post = {:id}', '', 0, 0, { id: post.id }))
    return c.json(200, {
      count: expected.length,
      found: ['comments_via_post', 'comments(post)'].map((name) => String(ids(post.expandedAll(name))) === String(expected)),
      hasAuthors: post.expandedAll('comments_via_post').some((comment) => comment.expandedOne('author') !== null),
      failed: Object.keys(failed).sort(),
      author: user.expand().authors_via_user.get('user'),
    })
  })
  routerAdd('POST', '/unsaved', (c) => {
    const dao = $app.dao()
    const scratch = dao.findCollectionByNameOrId('scratch')
    const about = { name: 'about', type: 'relation', options: { collectionId: scratch.id, maxSelect: 1 } }
    dao.importCollections([{ name: 'notes', type: 'base', schema: [about] }])
    dao.saveRecord(new Record(dao.findCollectionByNameOrId('notes')))
    const unsaved = new Record(scratch)
    dao.expandRecord(unsaved, ['notes_via_about'], null)
    return c.json(200, { notes: dao.findRecordsByFilter('notes', 'about = ""').length, expanded: unsaved.expandedAll('notes_via_about').length })
  })
  routerAdd('GET', '/enriched', (c) => {
    const dao = $app.dao()
    const post = dao.findRecordById('posts', 'post00000000020')
    $apis.enrichRecord(c, dao, post)
    return c.json(200, { approved: post.expandedAll('comments_via_post').map((comment) => comment.get('approved')).sort() })
  })`

describe('members of PocketBase 0.22 that few scripts use', () => {
  test('a context has all values of a form, Basic authentication, scheme and address of a client behind a trusted proxy, and responses in XML', async () => {
    const { coffer, ask } = await openPbHooks(source)
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const sent = await ask('POST', '/form?a=3&c=4', { body: 'a=1&a=2&b=', headers })
    expect(sent.json).toEqual({ values: { a: ['1', '2', '3'], b: [''], c: ['4'] }, first: '1' })
    const form = new FormData()
    form.append('a', '5')
    expect((await ask('POST', '/form', { body: form })).json).toEqual({ values: { a: ['5'] }, first: '5' })
    expect((await ask('POST', '/form?a=1', { body: form })).json).toEqual({ values: { a: ['1', '5'] }, first: '1' })
    expect((await ask('POST', '/form?c=4', { body: { a: 1 } })).json).toEqual({ values: { c: ['4'] }, first: '' })

    const basic = async (Authorization: string) =>
      JSON.parse((await askApi(coffer.port, 'GET', '/basic', { headers: { Authorization } })).text)
    expect(await basic(`Basic ${Buffer.from('me:a:b').toString('base64')}`)).toEqual(['me', 'a:b', true])
    expect(await basic('Bearer token')).toEqual(['', '', false])

    const scheme = async (headers: Record<string, string>) =>
      JSON.parse((await askApi(coffer.port, 'GET', '/scheme', { headers })).text)
    expect(await scheme({})).toEqual(['http', false])
    expect(await scheme({ 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'https' })).toEqual(['https', true])
    expect(await scheme({ 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'HTTPS, http' })).toEqual(['https', true])
    const seenByHook = async (headers: Record<string, string>) =>
      (await askApi(coffer.port, 'GET', '/api/collections/scratch/records', { headers })).headers.get('x-seen')
    expect(await seenByHook({})).toBe('http false 127.0.0.1')
    expect(await seenByHook({ 'X-Forwarded-For': '203.0.113.9', 'X-Forwarded-Proto': 'https' })).toBe('https true 203.0.113.9')

    const xml = await ask('GET', '/xml')
    expect(xml.headers.get('content-type')).toBe('application/xml; charset=UTF-8')
    expect(xml.text).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<string>a &lt;b&gt; &amp; &#34;c&#34;</string><int64>3</int64><float64>0.5</float64><bool>true</bool>',
    )
    expect((await ask('GET', '/xml-object')).text).toMatch(/^GoError: xml: unsupported type.*c\.xmlBlob/)
  })

  test('scripts replace modifiers of records, change copies of settings, store values up to a size, and encrypt and compare texts, of which a missing one equals nothing', async () => {
    const { ask } = await openPbHooks(source)
    expect((await ask('GET', '/modifiers')).json).toEqual({
      replaced: { n: 7, s2: ['b', 'é'], t: 'text' },
      given: { 'n+': 2, 's2-': 'a', 's2+': 'é', t: 'text' },
      n: 5,
    })
    expect((await ask('GET', '/settings')).json).toEqual({
      isUnchanged: true,
      merged: ['merged', 2525],
      secrets: [true, '******'],
      error: expect.stringMatching(/^GoError: .*appUrl/),
    })
    const full = 'GoError: $app.store() can hold 16777216 characters.'
    expect((await ask('GET', '/store')).json).toEqual({ set: [null, null, full], again: null, last: [null, 1, 1, false] })
    expect((await ask('GET', '/security')).json).toEqual({
      opened: ['a text', 'a text', 'a text'],
      short: 'GoError: crypto/aes: invalid key size 5',
      equal: [true, false, false, true],
      missing: [false, false, false],
    })
  })

  test('routes are counted and, with the activity logger, logged, and a group of a logger holds the values that follow', async () => {
    const metricsToken = 'a-token-of-some-length'
    const { ask, coffer, dataDir } = await openPbHooks(source, { args: ['--metricsToken', metricsToken] })
    expect([(await ask('GET', '/scheme')).status, (await ask('GET', '/logged/a')).status]).toEqual([200, 201])
    const large = 'POST /form HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 40000000\r\n\r\n'
    expect((await sendBytes(coffer.port, large)).status).toBe(413)
    expect((await askApi(coffer.port, 'GET', '/logged/b', { token: signToken(dataDir, 'auth', 'users:bob') })).status).toBe(201)
    const metrics = (await ask('GET', '/api/metrics', { token: `Bearer ${metricsToken}` })).text
    expect(metrics).toContain('{method="GET",route="pb_hooks:/logged/:name",status="201"} 2')
    expect(metrics).toContain('{method="GET",route="pb_hooks:/scheme",status="200"} 1')
    expect(metrics).toContain('{method="POST",route="pb_hooks:/form",status="413"} 1')
    expect((await ask('POST', '/log')).status).toBe(204)
    const logged = async (message: string) => {
      const { json } = await ask('GET', `/api/logs?filter=${encodeURIComponent(`message = '${message}'`)}`)
      return (json.items as { data: object }[]).map(({ data }) => data)
    }
    await expect.poll(() => logged('nested'), { timeout: 30_000 }).toHaveLength(1)
    expect(await logged('nested')).toEqual([expect.objectContaining({ a: 1, request: { b: 2, inner: { c: 3 } } })])
    expect(await logged('grouped')).toEqual([expect.objectContaining({ a: 1, request: { b: 2 } })])
    expect(await logged('GET /logged/a')).toEqual([expect.objectContaining({ type: 'request', status: 201, auth: 'admin' })])
    expect(await logged('GET /logged/b')).toEqual([expect.objectContaining({ status: 201, auth: 'authRecord' })])
    expect(await logged('GET /scheme')).toEqual([])
  })

  test('importCollections calls its callback in the transaction of the import, which an error or a value rolls back', async () => {
    const { ask } = await openPbHooks(source)
    expect((await ask('POST', '/import')).json).toEqual({
      failures: [
        ['Error: stop', false],
        ['GoError: could not convert a value to error', false],
      ],
      imported: ['imported'],
      existing: [true, false],
      titles: ['first'],
    })
  })

  test('scripts set token keys of auth records', async () => {
    const { ask } = await openPbHooks(source)
    expect((await ask('POST', '/keys')).json).toEqual({
      key: 'k'.repeat(50),
      tag: 'GoError: Not an auth collection record.',
    })
  })

  test('$http.send sends a form with values and files', async () => {
    const { ask } = await openPbHooks(source)
    expect((await ask('POST', '/forwarded')).json).toEqual({
      seen: ['ä "text"', ['a', 'b'], false, null, ['rN', 't', 'n', 'f2'], 6, ['rN', 'a']],
      statusCode: 200,
      t: 'ä "text"',
      n: 1.5,
      files: [expect.stringMatching(/^one_\w{10}\.txt$/), expect.stringMatching(/\.bin$/)],
    })
  })

  test('toString converts readers, bytes and other values to text', async () => {
    const { ask, save } = await openPbHooks(source)
    await save('note.txt', 'ä note')
    const expected = [
      ...['the body', 'the', 'ä note', 'hi', 'a', '1.5', 'true', '', '[1,"b"]', '{"a":[],"b":1}'],
      '2026-01-02 03:04:05.000Z',
    ]
    expect(JSON.parse((await ask('POST', '/texts', { body: 'the body' })).text)).toEqual(expected)
  })

  test('scripts expand back relations to all referring records or, if the relation is unique, to one, and enrichRecord omits records that the client cannot see', async () => {
    const { coffer, ask } = await openPbHooks(source)
    expect((await ask('GET', '/back')).json).toEqual({
      count: 12,
      found: [true, true],
      hasAuthors: true,
      failed: ['comments_via_author', 'tags_via_name'],
      author: 'alice0000000001',
    })
    expect((await ask('POST', '/unsaved')).json).toEqual({ notes: 1, expanded: 0 })
    const enriched = '/enriched?expand=comments_via_post'
    expect((await askApi(coffer.port, 'GET', enriched)).json).toEqual({ approved: [true, true] })
    expect((await ask('GET', enriched)).json).toEqual({ approved: [false, true, true] })
  })
})
