import { expect, test } from 'vitest'
import { openPbHooks } from '../harness/openPbHooks.ts'

const source = `
  onRecordBeforeCreateRequest((e) => {
    console.log('<on create ' + e.uploadedFiles.constructor.map((file) => file.originalName) + '>')
  }, 'holders')
  routerAdd('POST', '/form', (c) => c.json(200, $apis.requestInfo(c).data))
  routerAdd('GET', '/missing', (c) => {
    const record = $app.dao().findFirstRecordByFilter('tags', 'id != ""')
    return c.json(200, [record.get('constructor'), record.expandedOne('toString'), c.pathParam('valueOf')])
  })
  routerAdd('GET', '/header', (c) => {
    c.response().header().set('constructor', 'own')
    return c.string(200, 'done')
  })
`

test('forms, uploads, headers and missing values are right for names of members of Object.prototype', async () => {
  const { ask, noted } = await openPbHooks(source)
  const form = new FormData()
  form.append('constructor', 'one')
  form.append('toString', '2')
  form.append('toString', 'three')
  expect((await ask('POST', '/form', { body: form })).json).toEqual({ constructor: 'one', toString: [2, 'three'] })
  expect((await ask('GET', '/missing')).text.trim()).toBe('[null,null,""]')
  expect((await ask('GET', '/header')).headers.get('constructor')).toBe('own')

  const options = { maxSelect: 1, maxSize: 1000 }
  const holders = { name: 'holders', type: 'base', schema: [{ name: 'constructor', type: 'file', options }] }
  expect((await ask('POST', '/api/collections', { body: holders })).status).toBe(200)
  const upload = new FormData()
  upload.append('constructor', new File(['text'], 'note.txt'))
  const created = await ask('POST', '/api/collections/holders/records', { body: upload })
  expect(created.status, created.text).toBe(200)
  expect(created.json).toMatchObject({ constructor: expect.stringMatching(/^note_\w+\.txt$/) })
  expect(noted()).toEqual(['<on create note.txt>'])
})
