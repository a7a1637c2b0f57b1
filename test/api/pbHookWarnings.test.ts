import { describe, expect, test } from 'vitest'
import { openPbHooks } from '../harness/openPbHooks.ts'

const scratch = '/api/collections/scratch/records'
const committed = 'The change before this hook is committed already and stays.'

/** Starts the files of hooks. `logged` returns the log entries, except of requests, that contain some texts. */
async function openHooks(lines: readonly string[]) {
  const opened = await openPbHooks(lines.join('\n'))
  const logged = async (...texts: string[]) => {
    const { json } = await opened.ask('GET', '/api/logs?perPage=500&sort=-created')
    const entries = json.items as { message: string; data: { error?: string; url?: string } }[]
    return entries
      .filter(({ data }) => data.url === undefined)
      .map(({ message, data }) => `${message} ${data.error ?? ''}`)
      .filter(entry => texts.every(text => entry.includes(text)))
  }
  const create = (t: string) => opened.ask('POST', scratch, { body: { t } })
  return { ...opened, logged, create }
}

test('routes of pb_hooks that replace routes of the server are named at the start, whatever their parameters are called', async () => {
  const lines = [
    `routerAdd('GET', '/api/health', (c) => c.string(200, 'mine'))`,
    `routerAdd('get', '/api/collections/:name/records/:recordId', (c) => c.string(200, 'mine'))`,
    `routerAdd('POST', '/api/health', (c) => c.string(200, 'mine'))`,
    `routerAdd('GET', '/api/collections/tags/records', (c) => c.string(200, 'mine'))`,
  ]
  const { coffer, folder, ask } = await openPbHooks(lines.join('\n'))
  const replacing = coffer.output().match(/.* replaces the server's own route, as in PocketBase 0\.22\./g) ?? []
  expect(replacing.map(line => line.slice(0, line.indexOf(' replaces'))).sort()).toEqual([
    `GET /api/collections/:name/records/:recordId of ${folder}/main.pb.js:2`,
    `GET /api/health of ${folder}/main.pb.js:1`,
  ])
  expect((await ask('GET', '/api/health')).text).toBe('mine')
})

describe('terminal and log say about pb_hooks', () => {
  test('what a callback of a transaction should return, in place of the value that has rolled it back', async () => {
    const { ask, coffer } = await openHooks([
      `routerAdd('GET', '/value', () => { $app.dao().runInTransaction((tx) => tx.findCollectionByNameOrId('scratch')) })`,
      `routerAdd('GET', '/caught', (c) => { try { $app.dao().runInTransaction(() => 1) } catch (e) { return c.string(200, e.message) } })`,
    ])
    expect((await ask('GET', '/value')).status).toBe(400)
    expect((await ask('GET', '/caught')).text).toBe('could not convert 1 to error')
    const advice = 'Let it return nothing: write (tx) => { tx.saveRecord(record) } with braces'
    expect(coffer.output()).toContain('could not convert an object to error')
    expect(coffer.output()).toContain(advice)
  })

  test('once for each hook what it causes by returning false, and nothing if the hook has responded', async () => {
    const { coffer, create, save, folder } = await openHooks([
      `onRecordBeforeCreateRequest((e) => e.record.get('t') !== 'request', 'scratch')`,
      `onRecordBeforeCreateRequest((e) => { if (e.record.get('t') === 'own') { e.httpContext.string(418, 'mine'); return false } }, 'scratch')`,
      `onModelBeforeCreate((e) => e.model.get('t') !== 'model', 'scratch')`,
      `onRecordAfterCreateRequest((e) => e.record.get('t') !== 'after', 'scratch')`,
    ])
    for (const t of ['request', 'request', 'model', 'own', 'after']) await create(t)
    const warnings = () => coffer.output().match(/.* returned false\..*/g) ?? []
    const place = (line: number) => `${folder}/main.pb.js:${line}: `
    const effect = 'nothing more happens, and the client gets an empty response with status 200. To reject it, throw an error'
    expect(warnings()).toEqual([
      expect.stringContaining(`${place(1)}onRecordBeforeCreateRequest returned false. As in PocketBase 0.22, ${effect}`),
      expect.stringContaining(`${place(3)}onModelBeforeCreate returned false. As in PocketBase 0.22, the change is not made`),
      expect.stringContaining(`${place(4)}onRecordAfterCreateRequest returned false. As in PocketBase 0.22, the action is done`),
    ])
    await save('main.pb.js', `onRecordBeforeCreateRequest(() => false, 'scratch')`)
    const createAgain = async () => {
      await create('again')
      return warnings()
    }
    await expect.poll(createAgain).toHaveLength(4)
  })

  test('that the change before a failed hook is committed, also if the hook throws an error with a status', async () => {
    const { ask, create, logged } = await openHooks([
      `onRecordAfterCreateRequest((e) => { if (e.record.get('t') === 'status') throw new BadRequestError('after all') }, 'scratch')`,
      `onRecordAfterCreateRequest((e) => { if (e.record.get('t') === 'plain') throw new Error('by mistake') }, 'scratch')`,
      `onModelAfterCreate((e) => { if (e.model.get('t') === 'model') throw new ForbiddenError('of a model') }, 'scratch')`,
      `onRecordBeforeCreateRequest((e) => { if (e.record.get('t') === 'before') throw new Error('in time') }, 'scratch')`,
      `onModelAfterDelete(() => { throw new BadRequestError('after the deletion') }, 'scratch')`,
      `onSettingsAfterUpdateRequest(() => { throw new BadRequestError('after settings') })`,
      `onRecordAfterCreateRequest((e) => { if (e.record.get('t') === 'false') return false }, 'scratch')`,
      `routerAdd('POST', '/dao', (c) => {`,
      `  const record = new Record($app.dao().findCollectionByNameOrId('scratch'), { t: 'model' })`,
      `  try { $app.dao().saveRecord(record) } catch (error) { return c.json(200, { caught: error.message }) }`,
      `})`,
    ])
    for (const t of ['status', 'plain', 'model', 'before']) expect((await create(t)).status).toBe(400)
    expect((await ask('POST', '/dao')).json).toEqual({ caught: 'Of a model.' })
    const { json } = await ask('GET', `${scratch}?filter=${encodeURIComponent("t='model'")}`)
    const [{ id = '' } = {}] = json.items as { id?: string }[]
    expect((await ask('DELETE', `${scratch}/${id}`)).status).toBe(400)
    await create('false')
    expect((await ask('PATCH', '/api/settings', { body: { meta: { appName: 'Committed' } } })).status).toBe(400)
    await expect.poll(() => logged(`${committed}\nAfter settings.`)).toHaveLength(1)
    expect(await logged('onRecordAfterCreateRequest returned false. ')).toHaveLength(1)
    for (const reason of ['After all.', 'Error: by mistake', 'After the deletion.', 'onModelAfterCreate has failed'])
      expect(await logged(committed, reason)).toHaveLength(1)
    expect(await logged(committed, 'Of a model.')).toHaveLength(2)
    expect(await logged('in time')).toHaveLength(1)
    expect(await logged('in time', committed)).toEqual([])
    expect(await logged('was not deleted')).toEqual([])
  })
})
