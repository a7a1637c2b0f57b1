import { expect, test, vi } from 'vitest'
import { openPbHooks } from '../harness/openPbHooks.ts'

const named = (name: (time: string, action: string) => string) =>
  ['Before', 'After'].flatMap(time => ['Create', 'Update', 'Delete'].map(action => name(time, action)))

/** Hooks that print their names with the values that they see. */
const modelHooks = named((time, action) => `onModel${time}${action}`)
  .map(
    name =>
      `${name}((e) => console.log('<${name} ' + e.model.tableName() + ' ' + (e.model.get ? e.model.get('t') : e.model.name || e.model.email) + '>'))`,
  )
  .join('\n')
const requestHooks = named((time, action) => `onRecord${time}${action}Request`)
  .map(name => `${name}(() => { throw new ForbiddenError('It is no request.') }, 'scratch')`)
  .join('\n')
const own = `
onModelBeforeCreate((e) => {
  if (e.model.get('t') === 'refused') throw new BadRequestError('refused')
  if (e.model.get('t') === 'changed') e.model.set('t', 'changed by the hook')
}, 'scratch')`

const route = `
import { data } from 'coffer'
const scratch = data.collection('scratch')
const attempts = {
  async nothing() {},
  async create() { return (await scratch.create({ t: 'changed' })).t },
  async refuse() { return (await scratch.create({ t: 'refused' })).t },
  async update() { return (await scratch.update('scratch00000001', { t: 'updated' })).t },
  async remove() { return scratch.delete('scratch00000002') },
  async batch() {
    const batch = data.batch()
    batch.collection('scratch').create({ t: 'changed' })
    batch.collection('scratch').update('scratch00000001', { t: 'in a batch' })
    return (await batch.send()).map(record => record?.t)
  },
  async removing() {
    const batch = data.batch()
    batch.collection('scratch').delete('scratch00000001')
    return batch.send()
  },
}
export default {
  async fetch(request) {
    const result = await attempts[new URL(request.url).pathname.split('/').at(-1)]().catch(error => error.message)
    return Response.json({ result: result ?? null })
  },
}`

const migrations = {
  'pb_migrations/1_old.js': `migrate((db) => {
    const dao = new Dao(db)
    const record = new Record(dao.findCollectionByNameOrId('scratch'))
    record.set('t', 'of an old migration')
    dao.saveRecord(record)
  })`,
  'migrations/2_new.ts': `export const up = ({ data }) => data.collection('scratch').create({ t: 'of a migration' })`,
}

test('hooks of models are called for changes of native hooks and of undo as in 0.22, and not for migrations', async () => {
  const { ask, noted } = await openPbHooks([modelHooks, requestHooks, own].join('\n'), {
    files: { 'hooks/routes/try.ts': route, ...migrations },
    prepare: [{ sql: "UPDATE scratch SET t = '' WHERE t IS NULL" }],
  })
  const attempt = async (name: string) => (await ask('GET', `/try/${name}`)).json.result
  expect(noted()).toEqual([])
  // Starts the first thread of scripts and the process of routes, which can take long on a busy machine.
  expect((await ask('POST', '/api/collections/scratch/records', { body: { t: 'x' } })).status).toBe(403)
  await vi.waitFor(async () => expect(await attempt('nothing')).toBe(null), { timeout: 20_000 })
  expect(noted()).toEqual([])
  expect(await attempt('create')).toBe('changed by the hook')
  expect(noted()).toEqual(['<onModelBeforeCreate scratch changed>', '<onModelAfterCreate scratch changed by the hook>'])
  expect(await attempt('refuse')).toBe('Failed to create record.')
  expect(noted()).toEqual(['<onModelBeforeCreate scratch refused>'])
  expect(await attempt('update')).toBe('updated')
  expect(noted()).toEqual(['<onModelBeforeUpdate scratch updated>', '<onModelAfterUpdate scratch updated>'])
  expect(await attempt('remove')).toBe(null)
  expect(noted().filter(text => text.includes('Delete'))).toHaveLength(2)
  expect(await attempt('batch')).toEqual(['changed by the hook', 'in a batch'])
  expect(noted()).toEqual([
    '<onModelBeforeCreate scratch changed>',
    '<onModelBeforeUpdate scratch in a batch>',
    '<onModelAfterCreate scratch changed by the hook>',
    '<onModelAfterUpdate scratch in a batch>',
  ])
  expect(await attempt('removing')).toMatch(/^Scripts of pb_hooks have hooks for this change of scratch\./)

  const key = 'undo00000000001'
  expect((await ask('DELETE', `/api/collections/posts/records/post00000000001?undo=${key}`)).status).toBe(204)
  const deleted = noted().filter(text => text.startsWith('<onModelAfterDelete')).length
  expect(deleted).toBeGreaterThan(5)
  const undone = await ask('POST', `/api/deletions/${key}/undo`)
  expect(undone.json).toEqual({ restored: 1, failed: [] })
  const restored = noted().map(text => text.split(' ').slice(0, 2).join(' '))
  expect(restored.filter(text => text.startsWith('<onModelAfterCreate'))).toHaveLength(deleted)
  expect(new Set(restored)).toEqual(
    new Set(['<onModelAfterCreate posts', '<onModelAfterCreate comments', '<onModelAfterUpdate posts']),
  )
}, 60_000)
