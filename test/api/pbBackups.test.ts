import { expect, test } from 'vitest'
import { openPbHooks } from '../harness/openPbHooks.ts'

const source = `
  routerAdd('POST', '/backup/:action', (c) => {
    const name = c.queryParam('name')
    const act = () => c.pathParam('action') === 'create' ? $app.createBackup(null, name) : $app.restoreBackup(null, name)
    const inTransaction = c.queryParam('transaction') !== ''
    try {
      if (inTransaction) $app.dao().runInTransaction(() => act())
      else act()
    } catch (error) { return c.json(200, { error: String(error) }) }
    return c.json(200, { error: null })
  })`

test('scripts create a backup and restore it, but not inside a transaction', async () => {
  const { ask } = await openPbHooks(source)
  const act = async (action: string, name: string, more = '') =>
    (await ask('POST', `/backup/${action}?name=${encodeURIComponent(name)}${more}`)).json.error
  const keys = async () => (JSON.parse((await ask('GET', '/api/backups')).text) as { key: string }[]).map(({ key }) => key).sort()
  const before = await keys()
  expect(await act('create', 'mine.zip')).toBe(null)
  const after = [...before, 'mine.zip'].sort()
  expect(await keys()).toEqual(after)
  expect(await act('create', 'mine.zip')).toBe('GoError: name: The backup file name is invalid or already exists.')
  expect(await act('create', '../mine.zip')).toBe('GoError: name: Must be in a valid format.')
  for (const action of ['create', 'restore'])
    expect(await act(action, 'other.zip', '&transaction=1')).toBe(
      `GoError: ${action}Backup would wait for the transaction of the script. Call it after runInTransaction.`,
    )
  expect(await act('restore', 'none.zip')).toBe('GoError: Missing or invalid backup file.')
  expect(await keys()).toEqual(after)

  const tags = '/api/collections/tags/records'
  const late = await ask('POST', tags, { body: { name: 'after the backup' } })
  expect(late.status).toBe(200)
  expect(await act('restore', 'mine.zip')).toBe(null)
  const statusOfLate = async () => (await ask('GET', `${tags}/${late.json.id}`)).status
  await expect.poll(statusOfLate, { timeout: 60_000 }).toBe(404)
  expect((await ask('GET', tags)).status).toBe(200)
})
