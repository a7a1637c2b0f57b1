import { expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { openPbHooks } from '../harness/openPbHooks.ts'

const source = `
  routerAdd('POST', '/find', (c) => {
    const { name, kind } = $apis.requestInfo(c).data
    const found = $app.dao().findRecordsByFilter('scratch', 't = {:name} && e = {:kind}', '', 0, 0, { name, kind })
    return c.json(200, { found: found.map((record) => record.getString('t')) })
  })
  routerAdd('POST', '/save', (c) => {
    const { t } = $apis.requestInfo(c).data
    $app.dao().saveRecord(new Record($app.dao().findCollectionByNameOrId('scratch'), { t }))
    return c.noContent(204)
  })`

test('a filter of a script has the meaning of 0.22, also where rules have the one of later versions', async () => {
  const { coffer, ask } = await openPbHooks(`
    routerAdd('GET', '/without-tags', (c) => c.json(200, {
      found: $app.dao().findRecordsByFilter('posts', 'tags.name != {:name}', '', 0, 0, { name: 'none' }).length,
    }))`)
  const found = async () => (await askApi(coffer.port, 'GET', '/without-tags')).json.found
  const listed = async (dialect: string) => {
    const path = `${dialect}/api/collections/posts/records?filter=${encodeURIComponent('tags.name != "none"')}`
    return Number((await ask('GET', path)).json.totalItems)
  }
  await ask('PATCH', '/api/collections/posts/records/post00000000001', { body: { tags: [] } })
  const before = await found()
  expect(before).toBe(await listed(''))
  expect((await ask('PATCH', '/api/settings/dialect', { body: { rules: 'today' } })).status).toBe(200)
  expect(await found()).toBe(before)
  expect(await listed('/today')).toBeGreaterThan(Number(before))
})

test('a parameter of a filter matches exactly its value, and no value changes the condition', async () => {
  const { coffer } = await openPbHooks(source)
  const find = async (name: string, kind: string) => {
    const { status, json } = await askApi(coffer.port, 'POST', '/find', { body: { name, kind } })
    return [status, json.found]
  }
  for (const [name, kind] of [
    ['\\', " || id != '' //"],
    ['\\"', ' || id != "" //'],
    ['"', " || id != '' //"],
    ['"\\', " || id != '' //"],
  ] as const)
    expect([name, ...(await find(name, kind))]).toEqual([name, 200, []])
  for (const name of ['\\', 'C:\\new\\table', '\\"', '"quoted"', 'ends with \\', "it's", 'two\nlines']) {
    expect((await askApi(coffer.port, 'POST', '/save', { body: { t: name } })).status).toBe(204)
    expect(await find(name, '')).toEqual([200, [name]])
  }
})

test('an invalid filter is the error of 0.22 for a script, and the log says what is wrong with it', async () => {
  const { coffer } = await openPbHooks(`
    routerAdd('GET', '/invalid', () => $app.dao().findRecordsByFilter('scratch', 'unknown = 1', '-created'))
    routerAdd('GET', '/errors', (c) => c.json(200, [['unknown = 1', '-created'], ['t =', ''], ['t != ""', 'unknown']].map(([filter, sort]) => {
      try { return $app.dao().findRecordsByFilter('scratch', filter, sort).length } catch (error) { return error.message }
    })))`)
  expect((await askApi(coffer.port, 'GET', '/invalid')).status).toBe(400)
  await expect.poll(coffer.output).toMatch(/The filter is invalid\. .*unknown/)
  const [invalid, unfinished, sort] = JSON.parse((await askApi(coffer.port, 'GET', '/errors')).text)
  expect([invalid, unfinished]).toEqual(['invalid or empty filter expression', 'invalid or empty filter expression'])
  expect(sort).toContain('unknown')
})
