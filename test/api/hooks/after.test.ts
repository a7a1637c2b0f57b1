import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { changeDatabase } from '../../harness/changeDatabase.ts'
import { querySharedSql } from '../../harness/queryDatabase.ts'
import { records, startCodeServer } from './harness.ts'

const copies = `
import { data, onRecord } from 'coffer'
let failures = 0
onRecord('scratch', {
  async afterCreate({ record, user }) {
    if (record?.t === 'flaky' && failures++ < 2) throw new Error('not yet')
    await data.collection('registry').create({ name: \`\${record?.t} \${user.kind}\` })
  },
  async afterUpdate({ record, previous }) {
    await data.collection('registry').create({ name: \`\${previous?.t} to \${record?.t}\` })
  },
  async afterDelete({ record }) {
    await data.collection('registry').create({ name: \`without \${record?.t}\` })
  },
})`

test('hooks are called after changes, and again if they fail', async () => {
  const { ask } = await startCodeServer({ 'copies.ts': copies }, { processes: 1 })
  const { json } = await ask('POST', records, { t: 'a' }, '')
  await ask('PATCH', `${records}/${json.id}`, { t: 'b' })
  await ask('DELETE', `${records}/${json.id}`)
  await ask('POST', records, { t: 'flaky' })
  const names = async () => {
    const { text } = await ask('GET', '/api/collections/registry/records?perPage=500')
    return (JSON.parse(text).items as { name: string }[]).map(({ name }) => name)
  }
  const expected = ['a guest', 'a to b', 'without b', 'flaky admin']
  await vi.waitFor(async () => expect(await names()).toEqual(expect.arrayContaining(expected)), { timeout: 10_000 })
})

const ordered = `
import { data, onRecord } from 'coffer'
const seen: Record<string, string> = {}
onRecord('scratch', {
  async afterUpdate({ record: { id, t } }) {
    if (t === 'b' && Object.keys(seen).length === 0) throw new Error('not before another record')
    seen[id] = (seen[id] ?? '') + t
    await data.collection('registry').create({ name: seen[id] })
  },
})`

test('a hook sees the changes of a record in their order although its first call fails until it has seen another record', async () => {
  const { ask } = await startCodeServer({ 'ordered.ts': ordered }, { processes: 1, retryDelaysMs: Array(200).fill(50) })
  const [one, other] = await Promise.all(['a', 'x'].map(async t => (await ask('POST', records, { t })).json.id))
  for (const t of ['b', 'c', 'd']) expect((await ask('PATCH', `${records}/${one}`, { t })).status).toBe(200)
  expect((await ask('PATCH', `${records}/${other}`, { t: 'y' })).status).toBe(200)
  const names = async () => {
    const { text } = await ask('GET', '/api/collections/registry/records?perPage=500')
    return (JSON.parse(text).items as { name: string }[]).map(({ name }) => name)
  }
  await vi.waitFor(async () => expect(await names()).toEqual(expect.arrayContaining(['y', 'b', 'bc', 'bcd'])), {
    timeout: 20_000,
  })
})

test('a server that stops does not wait until a hook has ended, and calls it again after the next start', async () => {
  const hook = (work: string) => `
import { data, onRecord } from 'coffer'
const add = (name: string) => data.collection('registry').create({ name })
onRecord('scratch', { async afterCreate() { ${work} } })`
  const endless = hook("await add('begun'); await new Promise(() => {})")
  const { ask, start, stop, save } = await startCodeServer({ 'waiting.ts': endless }, { deadlineMs: 600_000 })
  const names = async () => {
    const { text } = await ask('GET', '/api/collections/registry/records?perPage=500')
    return (JSON.parse(text).items as { name: string }[]).map(({ name }) => name)
  }
  expect((await ask('POST', records, { t: 'a' })).status).toBe(200)
  await vi.waitFor(async () => expect(await names()).toContain('begun'), { timeout: 10_000 })
  await stop()
  save('waiting.ts', hook("await add('called again')"))
  await start()
  await vi.waitFor(async () => expect(await names()).toContain('called again'), { timeout: 10_000 })
})

test('a call of a missing hook cannot be made again, and is removed once the hook has been missing for three days', async () => {
  const failing = "import { onRecord } from 'coffer'\nonRecord('scratch', { afterCreate() { throw new Error('never') } })"
  const { ask, start, stop, hooksDir, dataDir } = await startCodeServer({ 'failing.ts': failing }, { retryDelaysMs: [] })
  const parked = async () => JSON.parse((await ask('GET', '/api/code/parked')).text) as { id: number; hook: string }[]
  const missing = () => {
    const [row] = querySharedSql(dataDir, `SELECT value FROM _params WHERE "key" = 'cofferMissingHooks'`)
    return Object.keys(JSON.parse(String(row?.[0] ?? '{}')))
  }
  const rename = (from: string, to: string) => renameSync(join(hooksDir, from), join(hooksDir, to))
  expect((await ask('POST', records, { t: 'a' })).status).toBe(200)
  await vi.waitFor(async () => expect(await parked()).toHaveLength(1), { timeout: 10_000 })
  const [call] = await parked()
  const hook = call?.hook ?? ''
  await stop()
  // The age of the call does not count.
  await changeDatabase(dataDir, 'data', 'UPDATE "_cofferDeliveries" SET created = 0')
  rename('failing.ts', 'renamed.ts')
  await start()
  await vi.waitFor(() => expect(missing()).toEqual([hook]), { timeout: 10_000 })
  expect((await ask('POST', `/api/code/hooks/${encodeURIComponent(hook)}/calls/${call?.id}/run`)).status).toBe(404)
  expect((await parked()).map(({ id }) => id)).toEqual([call?.id])

  const longMissing = `UPDATE _params SET value = '${JSON.stringify({ [hook]: 0 }).replaceAll("'", "''")}' WHERE "key" = 'cofferMissingHooks'`
  await stop()
  await changeDatabase(dataDir, 'data', longMissing)
  rename('renamed.ts', 'failing.ts')
  await start()
  await vi.waitFor(() => expect(missing()).toEqual([]), { timeout: 10_000 })
  expect((await parked()).map(({ id }) => id)).toEqual([call?.id])

  await stop()
  await changeDatabase(dataDir, 'data', longMissing)
  rename('failing.ts', 'renamed.ts')
  await start()
  await vi.waitFor(async () => expect(await parked()).toEqual([]), { timeout: 10_000 })
})

/** Each kill doubles the pause before the next process, so the number of kills has a limit. Changes of hidden files are ignored. */
const killing = `
import { existsSync, writeFileSync } from 'node:fs'
import { data, onRecord } from 'coffer'
onRecord('scratch', {
  async afterCreate({ record }) {
    const mark = \`.killed-\${record?.t}\`
    if (record?.t.endsWith('5') && !existsSync(mark)) {
      writeFileSync(mark, '')
      process.kill(process.pid, 'SIGKILL')
    }
    await data.collection('registry').create({ name: \`seen \${record?.t}\` }).catch(() => undefined)
  },
})`

test('every committed change reaches its hook although its processes are killed under load', async () => {
  const { ask, stop, start } = await startCodeServer({ 'killing.ts': killing }, { retryDelaysMs: Array(50).fill(20) }, 'pool')
  const count = 60
  await Promise.all(
    Array.from({ length: count }, async (_, index) => expect((await ask('POST', records, { t: `e${index}` })).status).toBe(200)),
  )
  await stop()
  await start()
  const seen = async () => {
    const { text } = await ask(
      'GET',
      `/api/collections/registry/records?perPage=500&filter=${encodeURIComponent('name ~ "seen e"')}`,
    )
    return new Set((JSON.parse(text).items as { name: string }[]).map(({ name }) => name)).size
  }
  await vi.waitFor(async () => expect(await seen()).toBe(count), { timeout: 60_000, interval: 500 })
}, 90_000)
