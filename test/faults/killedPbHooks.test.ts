import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askApi } from '../harness/askApi.ts'
import { isLongRun } from '../harness/isLongRun.ts'
import { preparePbHooks } from '../harness/openPbHooks.ts'
import { killUnderLoad } from './harness/killUnderLoad.ts'

const kills = isLongRun ? 40 : 2

/** After-hooks: one writes a record, the other one a line of a file. */
const hooks = (seen: string) => `
onRecordAfterCreateRequest((e) => {
  const copy = new Record($app.dao().findCollectionByNameOrId('registry'), { name: 'copy of ' + e.record.get('t') })
  $app.dao().saveRecord(copy)
}, 'scratch')
onModelAfterCreate((e) => { $os.cmd('sh', '-c', 'echo ' + e.model.get('t') + ' >> ${seen}').run() }, 'scratch')`

test(`after ${kills} kills of the server under load, each confirmed change has reached its hooks of pb_hooks, and no other has`, {
  timeout: kills * 10_000 + 60_000,
}, async () => {
  const { dataDir, save } = await preparePbHooks('')
  const seen = join(dataDir, '../seen.txt')
  await save('main.pb.js', hooks(seen))
  const { confirmed, port, token } = await killUnderLoad({ dataDir, count: kills, timeoutMs: 30_000 })
  const textsOf = async (collection: string, field: string) => {
    const all: string[] = []
    for (let page = 1; ; page += 1) {
      const path = `/api/collections/${collection}/records?perPage=500&page=${page}&fields=${field}`
      const { json } = await askApi(port, 'GET', path, { token })
      all.push(...(json.items as Record<string, string>[]).map(item => String(item[field])))
      if (page >= Number(json.totalPages)) return all
    }
  }
  const stored = new Set(await textsOf('scratch', 't'))
  const copies = (await textsOf('registry', 'name')).flatMap(name => /^copy of (.+)/.exec(name)?.[1] ?? [])
  const lines = existsSync(seen) ? readFileSync(seen, 'utf8').split('\n').filter(Boolean) : []
  expect(confirmed.filter(t => !copies.includes(t) || !lines.includes(t))).toEqual([])
  expect([...copies, ...lines].filter(t => !stored.has(t))).toEqual([])
})
