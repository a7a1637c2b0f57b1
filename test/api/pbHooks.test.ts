import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { sendMailTo } from '../harness/copySample.ts'
import { openMailSink } from '../harness/openMailSink.ts'
import { openPbHooks } from '../harness/openPbHooks.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'

async function openHooks(...given: Parameters<typeof openPbHooks>) {
  const opened = await openPbHooks(...given)
  const ask = (path: string, method = 'GET', body?: FormData) =>
    askApi(opened.coffer.port, method, path, { ...(body && { body }) })
  return { ...opened, ask }
}

describe('hooks of PocketBase 0.22', () => {
  test('a handler that loops is ended with a 500, and other requests are served while it runs', async () => {
    const { ask, coffer } = await openHooks(`
      routerAdd('GET', '/loop', (c) => { for (;;) {} })
      routerAdd('GET', '/quick', (c) => c.json(200, { quick: true }))`)
    const looping = ask('/loop')
    for (let count = 0; count < 20; count += 1) expect((await ask('/quick')).json).toEqual({ quick: true })
    expect((await ask('/api/health')).status).toBe(200)
    expect((await looping).status).toBe(500)
    expect(coffer.output()).toContain('It computed for more than 10 seconds. Look for an endless loop.')
    expect((await ask('/quick')).status).toBe(200)
  })

  test('a record that a script returns has no hidden fields, which the script reads and sets', async () => {
    const { ask } = await openHooks(`
      routerAdd('GET', '/hidden', (c) => {
        const dao = $app.dao()
        const tags = dao.findCollectionByNameOrId('tags')
        const field = new SchemaField({ name: 'pin', type: 'text', options: {} })
        field.hidden = true
        tags.schema.addField(field)
        dao.saveCollection(tags)
        const record = new Record(dao.findCollectionByNameOrId('tags'), { name: 'new tag', pin: '1234' })
        dao.saveRecord(record)
        const found = dao.findRecordById('tags', record.id)
        return c.json(200, { pin: found.get('pin'), record: found })
      })`)
    const { status, json } = await ask('/hidden')
    expect([status, json]).toEqual([200, { pin: '1234', record: expect.objectContaining({ name: 'new tag' }) }])
    expect(json.record).not.toHaveProperty('pin')
    const { json: seen } = await ask(`/api/collections/tags/records/${(json.record as { id: string }).id}`)
    expect(seen).toMatchObject({ name: 'new tag' })
    expect(seen).not.toHaveProperty('pin')
  })

  test('what a script opens to guests since the review is logged as a warning', async () => {
    const { ask: asAdmin, dataDir } = await openPbHooks(`
      routerAdd('GET', '/open', (c) => {
        const open = (dao, rule) => {
          const collection = dao.findCollectionByNameOrId('secrets')
          collection[rule] = ''
          dao.saveCollection(collection)
        }
        open($app.dao(), 'viewRule')
        $app.dao().runInTransaction((tx) => open(tx, 'deleteRule'))
        return c.json(200, {})
      })`)
    const { json } = await asAdmin('GET', '/api/access/exposure')
    expect((await asAdmin('PUT', '/api/access/review', { body: { state: json.state } })).status).toBe(200)
    expect((await asAdmin('GET', '/open')).status).toBe(200)
    const opened = () =>
      queryDatabase(dataDir, 'logs', "SELECT message FROM _logs WHERE level = 4 AND message LIKE 'Guests can %'")
    const warnings = ['delete', 'view'].map(action => `Guests can ${action} all records of secrets (before: none).`)
    await expect.poll(() => opened().flat().sort(), { timeout: 20_000 }).toEqual(warnings)
  })

  test('what a script opens is logged once, also if statements of other scripts wait while it runs', async () => {
    const { ask: asAdmin, dataDir } = await openPbHooks(`
      routerAdd('GET', '/open', (c) => {
        $app.dao().runInTransaction((tx) => {
          const collection = tx.findCollectionByNameOrId('secrets')
          collection.viewRule = ''
          tx.saveCollection(collection)
          $app.store().set('isOpen', true)
          sleep(1000)
        })
        return c.json(200, {})
      })
      routerAdd('GET', '/is-open', (c) => c.json(200, { isOpen: $app.store().get('isOpen') === true }))
      routerAdd('GET', '/touch', (c) => {
        $app.dao().db().newQuery('UPDATE tags SET name = name').execute()
        return c.json(200, {})
      })`)
    const { json } = await asAdmin('GET', '/api/access/exposure')
    expect((await asAdmin('PUT', '/api/access/review', { body: { state: json.state } })).status).toBe(200)
    const opening = asAdmin('GET', '/open')
    await expect.poll(async () => (await asAdmin('GET', '/is-open')).json, { timeout: 20_000 }).toEqual({ isOpen: true })
    const touched = await Promise.all([1, 2, 3].map(() => asAdmin('GET', '/touch')))
    expect([await opening, ...touched].map(({ status }) => status)).toEqual([200, 200, 200, 200])
    // The log is written later, in the order of the changes.
    expect((await asAdmin('PATCH', '/api/collections/secrets', { body: { deleteRule: '' } })).status).toBe(200)
    const opened = () =>
      queryDatabase(dataDir, 'logs', "SELECT message FROM _logs WHERE level = 4 AND message LIKE 'Guests can %'").flat().sort()
    const [deleting, viewing] = ['delete', 'view'].map(action => `Guests can ${action} all records of secrets (before: none).`)
    await expect.poll(opened, { timeout: 20_000 }).toContain(deleting)
    expect(opened()).toEqual([deleting, viewing])
  })

  test('a handler that allocates without end costs only its own request', async () => {
    const { ask } = await openHooks(`
      routerAdd('GET', '/grow', (c) => { const all = []; for (;;) all.push(new Array(1000).fill(1)) })
      routerAdd('GET', '/quick', (c) => c.json(200, { quick: true }))`)
    expect((await ask('/grow')).status).toBe(500)
    expect((await ask('/quick')).json).toEqual({ quick: true })
    expect((await ask('/api/health')).status).toBe(200)
  })

  test('a thousand requests to a slow route are limited for their client, and the API still answers', async () => {
    const { ask } = await openHooks(`routerAdd('GET', '/slow', (c) => { sleep(300); return c.json(200, 1) })`)
    const all = Promise.all(Array.from({ length: 1000 }, () => ask('/slow').then(({ status }) => status)))
    expect((await ask('/api/health')).status).toBe(200)
    const statuses = await all
    expect(statuses.filter(status => status === 200).length).toBeGreaterThan(0)
    expect(statuses.filter(status => status !== 200 && status !== 429)).toEqual([])
    expect((await ask('/slow')).status).toBe(200)
  })

  test('a write through $app.dao() inside a transaction is an error at once, and nothing of the transaction stays', async () => {
    const { ask } = await openHooks(`
      routerAdd('GET', '/nested', (c) => {
        try {
          $app.dao().runInTransaction((tx) => {
            const tags = tx.findCollectionByNameOrId('tags')
            tx.saveRecord(new Record(tags, { id: 'inside000000001', name: 'inside' }))
            $app.dao().saveRecord(new Record(tags, { name: 'outside' }))
          })
        } catch (error) {
          return c.json(200, { text: String(error), stored: $app.dao().findRecordsByIds('tags', ['inside000000001']).length })
        }
      })`)
    const { json } = await ask('/nested')
    expect(json.text).toContain('use the dao that runInTransaction gives to its callback')
    expect(json.stored).toBe(0)
  })

  test('a transaction that a handler leaves open when it is ended is rolled back, and others can write', async () => {
    const { ask } = await openHooks(`
      routerAdd('GET', '/stuck', (c) => {
        $app.dao().runInTransaction((tx) => {
          tx.saveRecord(new Record(tx.findCollectionByNameOrId('tags'), { id: 'stuck0000000001', name: 'stuck' }))
          for (;;) {}
        })
      })
      routerAdd('GET', '/write', (c) => {
        $app.dao().saveRecord(new Record($app.dao().findCollectionByNameOrId('tags'), { name: 'later' }))
        return c.json(200, $app.dao().findRecordsByIds('tags', ['stuck0000000001']).length)
      })`)
    expect((await ask('/stuck')).status).toBe(500)
    expect(await ask('/write')).toMatchObject({ status: 200, text: '0\n' })
  })

  test('scripts see only the variables of --codeEnv', async () => {
    const source = `routerAdd('GET', '/env', (c) => c.json(200, [
      $os.getenv('FOR_HOOKS'), $os.getenv('COFFER_ENCRYPTION_KEY'), process.env.FOR_HOOKS, Object.keys(process.env)]))`
    const env = { FOR_HOOKS: 'seen', COFFER_ENCRYPTION_KEY: 'a'.repeat(32) }
    const { ask } = await openHooks(source, { args: ['--codeEnv', 'FOR_HOOKS'], env })
    expect(JSON.parse((await ask('/env')).text)).toEqual(['seen', '', 'seen', ['FOR_HOOKS']])
  })

  test('a ReferenceError says how to share code if the file declares the name, with the line in the file', async () => {
    const { ask, coffer } = await openHooks(`const { limit } = { limit: 5 }
      routerAdd('GET', '/limit', (c) => c.json(200, limit))
      routerAdd('GET', '/fetched', () => fetch('http://127.0.0.1'))`)
    expect([(await ask('/limit')).status, (await ask('/fetched')).status]).toEqual([400, 400])
    expect(coffer.output()).toContain('put limit into a module and load it with require')
    expect(coffer.output()).toContain('main.pb.js:2')
    expect(coffer.output()).toContain('fetch is neither declared in the handler nor a global of PocketBase 0.22.')
    expect(coffer.output()).not.toContain('put fetch into a module')
  })

  test('scripts store files from a path, from a form and from bytes, and get an error for a name that is a path and for a missing file', async () => {
    const { ask, folder } = await openHooks(`
      routerAdd('POST', '/file', (c) => {
        const save = (file) => {
          const record = new Record($app.dao().findCollectionByNameOrId('media'))
          const form = new RecordUpsertForm($app, record)
          form.loadData({ title: 'of a script', kinds: ['document'] })
          form.addFiles('file', file)
          form.submit()
          return record.getString('file')
        }
        const caught = (work) => { try { return work() } catch (error) { return String(error) } }
        const named = $filesystem.fileFromBytes('text', 'a.txt')
        named.name = '../../a.txt'
        return c.json(200, { all: [
          save($filesystem.fileFromPath(__hooks + '/note.txt')),
          save($filesystem.fileFromMultipart(c.formFile('sent'))),
          save($filesystem.fileFromBytes('text', '../../../up.txt')),
          caught(() => save(named)),
          caught(() => $filesystem.fileFromPath('/no/such/file')),
        ] })
      })`)
    await writeFile(join(folder, 'note.txt'), 'a note')
    const body = new FormData()
    body.set('sent', new Blob(['sent']), 'sent.txt')
    const { json } = await ask('/file', 'POST', body)
    expect(json.all).toEqual([
      expect.stringMatching(/^note_\w{10}\.txt$/),
      expect.stringMatching(/^sent_\w{10}\.txt$/),
      expect.stringMatching(/^\w+\.up\.txt$/),
      'GoError: "../../a.txt" is not the name of a file: leave the name that $filesystem has chosen.',
      'GoError: open /no/such/file: no such file or directory',
    ])
  })

  test('$filesystem.fileFromUrl downloads a file with its bytes, and throws an error that can be caught if there is none', async () => {
    const { ask } = await openHooks(`
      routerAdd('GET', '/files/two.bin', (c) => c.blob(200, 'application/octet-stream', [0, 255]))
      routerAdd('GET', '/load', (c) => {
        const load = (path) => $filesystem.fileFromUrl('http://' + c.request().host + path)
        const caught = (work) => { try { return work() } catch (error) { return String(error) } }
        const file = load('/files/two.bin?x=1')
        const read = readerToString(file.reader.open()).length
        return c.json(200, [file.originalName, file.size, read, caught(() => load('/api/none')).replace(/:\\d+/, ''), caught(() => $filesystem.fileFromUrl('nope'))])
      })`)
    expect(JSON.parse((await ask('/load')).text)).toEqual([
      'two.bin',
      2,
      2,
      'GoError: failed to download url http://127.0.0.1/api/none (404)',
      'GoError: parse "nope": missing protocol scheme',
    ])
  })

  test('$mails sends mails at once, also in a transaction and repeatedly, and throws the error of a hook or of a missing record', async () => {
    const sink = await openMailSink()
    onTestFinished(sink.close)
    const { ask } = await openHooks(
      `
      onMailerBeforeRecordResetPasswordSend((e) => {
        if (e.record.username() === 'carol') throw new ForbiddenError('Not to Carol.', { email: new ValidationError('kept', 'kept back') })
      })
      routerAdd('GET', '/mails', (c) => {
        const dao = $app.dao()
        const user = (name) => dao.findAuthRecordByUsername('users', name)
        const caught = (work) => { try { return work() } catch (error) { return String(error) } }
        dao.runInTransaction((tx) => { $mails.sendRecordPasswordReset($app, user('bob')) })
        $mails.sendRecordPasswordReset($app, user('bob'))
        $mails.sendRecordChangeEmail($app, user('bob'), 'new@readers.example')
        $mails.sendAdminPasswordReset($app, dao.findAdminByEmail('editor@magazine.example'))
        const unsaved = new Record(dao.findCollectionByNameOrId('users'), { email: 'bob@readers.example' })
        return c.json(200, { errors: [caught(() => $mails.sendRecordVerification($app, unsaved))] })
      })
      routerAdd('GET', '/carol', (c) => $mails.sendRecordPasswordReset($app, $app.dao().findAuthRecordByUsername('users', 'carol')))`,
      // The hook of a mail runs while the only thread waits for the mail.
      { args: ['--hooksPool', '1'], prepare: [sendMailTo(sink.port)] },
    )
    const { json } = await ask('/mails')
    expect(json.errors).toEqual(['GoError: The mail was not sent: there is no such record or admin with this email.'])
    const recipients = (await sink.take(4)).map(({ to }) => to)
    expect(recipients).toEqual(['bob@readers.example', 'bob@readers.example', 'new@readers.example', 'editor@magazine.example'])
    const refused = await ask('/carol')
    expect(refused.json).toEqual({
      code: 403,
      message: 'Not to Carol.',
      data: { email: { code: 'kept', message: 'Kept back.' } },
    })
  })

  test('a static folder sends nothing that is hidden or outside of it, and templates are read from files', async () => {
    const { ask, folder } = await openHooks(`
      routerAdd('GET', '/files/*', $apis.staticDirectoryHandler(__hooks + '/public', true))
      routerAdd('GET', '/page', (c) => c.html(200, $template
        .addFuncs({ shout: (text) => text.toUpperCase() })
        .loadFiles(__hooks + '/page.html', __hooks + '/part.html').render({ name: '<you>' })))
      routerAdd('GET', '/missing', (c) => c.html(200, $template.loadFiles(__hooks + '/none.html').render({})))`)
    await mkdir(join(folder, 'public'))
    await writeFile(join(folder, 'public/index.html'), 'the index')
    await writeFile(join(folder, 'public/.env'), 'hidden')
    await symlink(join(folder, 'main.pb.js'), join(folder, 'public/linked.js'))
    await writeFile(join(folder, 'page.html'), '<b>{{template "part.html" .name}}</b>')
    await writeFile(join(folder, 'part.html'), '{{shout .}}')
    for (const path of ['.env', '..%2fmain.pb.js', '%2e%2e/main.pb.js', 'linked.js', '%00'])
      expect([path, (await ask(`/files/${path}`)).text]).not.toEqual([path, expect.stringMatching(/hidden|routerAdd/)])
    expect((await ask('/files/linked.js')).status).toBe(404)
    expect((await ask('/files/other')).text).toBe('the index')
    expect((await ask('/page')).text).toBe('<b>&lt;YOU&gt;</b>')
    expect((await ask('/missing')).status).toBe(400)
  })

  test('names that are not offered are errors that say what to do, and a Dao of a query builder writes without hooks', async () => {
    const { ask } = await openHooks(`
      onModelBeforeCreate(() => { throw new Error('hooked') }, 'tags')
      routerAdd('GET', '/names', (c) => {
        const caught = (work) => { try { return work() } catch (error) { return String(error) } }
        const dao = $app.dao()
        const save = (to) => to.saveRecord(new Record(dao.findCollectionByNameOrId('tags'), { name: 'by dao ' + $security.randomString(5) }))
        dao.db().upsert('_params', { id: 'mine', key: 'mine', value: '1', created: '', updated: '' }, 'key').execute()
        dao.db().upsert('_params', { id: 'mine', key: 'mine', value: '2', created: '', updated: '' }, 'key').execute()
        const rows = arrayOf(new DynamicModel({ name: '' }))
        const query = (name) => dao.db().select('name').from('tags').where($dbx.hashExp({ name }))
        query('none').unionAll(dao.db().newQuery("SELECT 'two' AS name")).all(rows)
        return c.json(200, [
          caught(() => dao.tableInfo('tags')),
          caught(() => $app.restart()),
          caught(() => new RecordOAuth2LoginForm($app, null, null)),
          caught(() => dao.saveView('tags_view', 'SELECT id FROM tags')),
          caught(() => dao.deleteTable('tags')),
          caught(() => save(dao)),
          caught(() => save(new Dao(dao.db()))),
          dao.findParamByKey('mine').value.toString(),
          rows[0].name,
          $app.store().setIfLessThanLimit('one', 1, 1),
          $app.store().setIfLessThanLimit('two', 2, 1),
          new RequestInfo({ method: 'PUT' }).method,
        ])
      })`)
    expect(JSON.parse((await ask('/names')).text)).toEqual([
      'GoError: tableInfo is not offered. Use tableColumns, or a statement of the database with db().newQuery(…).all(…).',
      'GoError: $app.restart is not offered. Restart the server from outside, for example with systemd.',
      'GoError: RecordOAuth2LoginForm is not offered. Send the code to auth-with-oauth2 of the API with $http.send. onRecordBeforeAuthWithOAuth2Request changes what it does.',
      'GoError: saveView is not offered. Save the collection with saveCollection: its table or view follows.',
      'GoError: deleteTable is not offered. Delete the collection with deleteCollection: its table or view follows.',
      'Error: hooked',
      null,
      '2',
      'two',
      true,
      false,
      'PUT',
    ])
  })
})
