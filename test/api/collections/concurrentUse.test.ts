import { afterAll, beforeAll, expect, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { type ServedMagazine, serveMagazine } from './serveMagazine.ts'

let magazine: ServedMagazine
beforeAll(async () => {
  magazine = await serveMagazine('pool')
})
afterAll(() => magazine.close())

const everybody = { listRule: '', viewRule: '', createRule: '', updateRule: '', deleteRule: '' }
const asGuest = (method: string, path: string, body?: object) =>
  askApi(magazine.port, method, `/api/collections/${path}`, body === undefined ? {} : { body })

test('a change of a collection is visible in every thread once the response is sent', async () => {
  await magazine.change('POST', '', {
    ...everybody,
    name: 'known',
    schema: [{ id: 'the_text', name: 'text0', type: 'text' }],
  })
  await magazine.change('POST', '/known/records', { text0: 'kept' })
  for (let turn = 1; turn <= 5; turn += 1) {
    const schema = [{ id: 'the_text', name: `text${turn}`, type: 'text' }]
    await magazine.change('PATCH', `/${turn % 2 === 1 ? 'known' : 'renamed'}`, {
      name: turn % 2 === 1 ? 'renamed' : 'known',
      schema,
    })
    const path = `${turn % 2 === 1 ? 'renamed' : 'known'}/records?fields=text${turn}&turn=${turn}`
    const responses = await Promise.all(Array.from({ length: 12 }, (_, i) => asGuest('GET', `${path}&i=${i}`)))
    for (const { status, json } of responses) expect([status, json.items]).toEqual([200, [{ [`text${turn}`]: 'kept' }]])
  }
  await magazine.change('DELETE', '/renamed')
  const gone = await Promise.all(Array.from({ length: 12 }, () => asGuest('GET', 'renamed/records')))
  expect(gone.map(({ status }) => status)).toEqual(Array(12).fill(404))
})

const choice = (name: string, maxSelect: number) => ({
  id: 'the_choice',
  name,
  type: 'select',
  options: { maxSelect, values: ['a', 'b', 'c'] },
})

test('records can be read and written while their fields are renamed, converted, added and removed', async () => {
  await magazine.change('POST', '', { ...everybody, name: 'busy', schema: [choice('choice0', 1)] })
  let isOver = false
  const failures: string[] = []
  let written = 0
  const write = async () => {
    while (!isOver) {
      const { status, text, json } = await asGuest('POST', 'busy/records', { choice0: 'a', choice1: 'b', more: 'c' })
      if (status !== 200) failures.push(`create: ${text}`)
      else if ((await asGuest('PATCH', `busy/records/${json.id}`, { choice0: 'c' })).status !== 200) failures.push('update')
      else written += 1
    }
  }
  const read = async () => {
    for (let turn = 0; !isOver; turn += 1) {
      const { status, text } = await asGuest('GET', `busy/records?perPage=5&turn=${turn}`)
      if (status !== 200) failures.push(`list: ${text}`)
    }
  }
  const users = [write(), write(), write(), read(), read(), read()]
  for (let turn = 1; turn <= 20; turn += 1) {
    const more = turn % 3 === 0 ? [{ id: `more_${turn}`, name: 'more', type: 'text' }] : []
    await magazine.change('PATCH', '/busy', { schema: [choice(`choice${turn % 2}`, 1 + (turn % 3)), ...more] })
  }
  await magazine.change('PATCH', '/busy', { schema: [choice('choice0', 2)] })
  isOver = true
  await Promise.all(users)
  expect(failures).toEqual([])
  expect(written).toBeGreaterThan(0)
  const odd = `SELECT choice0 FROM busy WHERE NOT (json_valid(choice0) AND json_type(choice0) = 'array')`
  expect(magazine.query(odd)).toEqual([])
})
