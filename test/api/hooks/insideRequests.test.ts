import { expect, test } from 'vitest'
import { askWhenReady } from '../../harness/askApi.ts'
import { openPbHooks } from '../../harness/openPbHooks.ts'
import { records, startCodeServer, unhurried } from './harness.ts'

const batches = `
import { data, onRecord, reject } from 'coffer'
onRecord('scratch', {
  async insideCreate({ record }) {
    const { totalItems } = await data.collection('scratch').getList(1, 1, { filter: 't ~ "of the batch"' })
    if (record.t === 'bad') reject('The text is bad.')
    await data.collection('scratch').update(record.id, { n: totalItems })
  },
  async insideDelete({ record }) {
    await data.collection('registry').create({ name: 'without ' + record.t })
  },
})`

test('the hooks inside of a batch are called for each request once all its changes are made, and one that rejects names its request', async () => {
  const { ask, names, texts } = await startCodeServer({ 'batches.ts': batches }, unhurried, 'pool')
  await ask('PATCH', '/today/api/settings', { batch: { enabled: true, timeout: 60 } })
  const run = (...requests: object[]) => ask('POST', '/today/api/batch', { requests })
  const create = (t: string) => ({ method: 'POST', url: records, body: { t } })
  const { id } = (await ask('POST', records, { t: 'old' })).json
  const made = await run(create('first of the batch'), { method: 'DELETE', url: `${records}/${id}` }, create('last of the batch'))
  expect(JSON.parse(made.text)).toMatchObject([{ body: { n: 2 } }, { status: 204 }, { body: { n: 2 } }])
  expect(await names()).toContain('without old')

  const other = { method: 'POST', url: '/api/collections/registry/records', body: { name: 'never made' } }
  const rejected = await run(create('not of the batch'), create('bad'), other)
  const response = { status: 400, message: 'The text is bad.', data: {} }
  expect([rejected.status, rejected.json.data]).toEqual([400, { requests: { 1: expect.objectContaining({ response }) } }])
  expect([await texts('t = "not of the batch"'), (await names()).includes('never made')]).toEqual([[], false])
})

const families = `
import { onRecord, reject } from 'coffer'
onRecord('children', { insideDelete() { reject('Never.') }, insideUpdate() { reject('Never.') } })
onRecord('parents', {
  insideCreate({ record }) { if (record.name === 'restored') reject('Never.') },
  insideDelete() {},
})`

test('no hooks inside of transactions are called for what follows from a deletion or for an undo, and a collection with one is not truncated', async () => {
  const { ask } = await startCodeServer({ 'families.ts': families }, unhurried)
  const name = { name: 'name', type: 'text' }
  const { id: parents } = (await ask('POST', '/api/collections', { name: 'parents', schema: [name] })).json
  const relation = (name: string, cascadeDelete: boolean) => ({
    name,
    type: 'relation',
    options: { collectionId: parents, maxSelect: 1, cascadeDelete },
  })
  const schema = [name, relation('parent', true), relation('friend', false)]
  expect((await ask('POST', '/api/collections', { name: 'children', schema })).status).toBe(200)
  const ofParents = '/api/collections/parents/records'
  const ofChildren = '/api/collections/children/records'
  const { id } = (await ask('POST', ofParents, { name: 'first' })).json
  expect((await ask('PATCH', `${ofParents}/${id}`, { name: 'restored' })).status).toBe(200)
  await ask('POST', ofChildren, { name: 'own', parent: id })
  await ask('POST', ofChildren, { name: 'befriended', friend: id })
  const children = async () => {
    const { text } = await ask('GET', `${ofChildren}?sort=name`)
    return (JSON.parse(text).items as { name: string; friend: string }[]).map(({ name, friend }) => [name, friend])
  }
  expect((await ask('DELETE', `${ofParents}/${id}?undo=insidehooks00001`)).status).toBe(204)
  expect(await children()).toEqual([['befriended', '']])
  expect((await ask('POST', '/api/deletions/insidehooks00001/undo')).status).toBeLessThan(300)
  expect((await ask('GET', `${ofParents}/${id}`)).json.name).toBe('restored')
  expect(await children()).toEqual([
    ['befriended', id],
    ['own', ''],
  ])
  expect(await ask('DELETE', '/today/api/collections/parents/truncate')).toMatchObject({
    status: 400,
    json: { message: 'Hooks are called when records of parents are deleted. Delete the records one by one.' },
  })
})

test('hooks inside of transactions see what scripts of pb_hooks have set, call none of their hooks, and keep scripts from making deletions', async () => {
  const { ask, coffer } = await openPbHooks(
    `
    onRecordBeforeCreateRequest((e) => { e.record.set('t', e.record.get('t') + ', by a script') }, 'scratch')
    onModelBeforeCreate((e) => { e.model.set('name', e.model.get('name') + ', by a model hook') }, 'registry')
    onModelBeforeDelete((e) => {}, 'scratch')`,
    {
      files: {
        'hooks/inside.ts': `import { data, onRecord } from 'coffer'
onRecord('scratch', {
  async insideCreate({ record }) { await data.collection('registry').create({ name: 'inside: ' + record.t }) },
  insideDelete() {},
})`,
      },
    },
  )
  const created = await askWhenReady(coffer.port, 'POST', records, { body: { t: 'a' } })
  expect([created.status, created.json.t]).toEqual([200, 'a, by a script'])
  const { text } = await ask('GET', '/api/collections/registry/records?perPage=500')
  const names = (JSON.parse(text).items as { name: string }[]).map(({ name }) => name)
  expect(names.filter(name => name.startsWith('inside'))).toEqual(['inside: a, by a script'])
  expect(await ask('DELETE', `${records}/${created.json.id}`)).toMatchObject({
    status: 400,
    json: { message: 'Scripts of pb_hooks delete the records of scratch, so the hook insideDelete cannot be called.' },
  })
  expect((await ask('GET', `${records}/${created.json.id}`)).status).toBe(200)
})
