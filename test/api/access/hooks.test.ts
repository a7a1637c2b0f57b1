import { expect, test } from 'vitest'
import { openPbHooks } from '../../harness/openPbHooks.ts'
import { startCodeServer } from '../hooks/harness.ts'

/** Requests of guests, and whether there are hooks for them. */
const requests: [object, boolean][] = [
  [{ collection: 'scratch', action: 'create', data: { t: 'x' } }, true],
  [{ collection: 'scratch', action: 'update', record: 'scratch00000001', data: { t: 'x' } }, true],
  [{ collection: 'scratch', action: 'list' }, true],
  [{ collection: 'scratch', action: 'view', record: 'scratch00000001' }, false],
  [{ collection: 'scratch', action: 'delete', record: 'scratch00000001' }, false],
  [{ collection: 'tags', action: 'list' }, false],
]

type Explain = (body: object) => Promise<Record<string, unknown>>

async function expectHooks(explain: Explain): Promise<void> {
  for (const [request, hasHooks] of requests) {
    const explained = await explain({ persona: 'guest', ...request })
    expect([explained.verdict, explained.hasHooks], JSON.stringify(request)).toEqual([
      expect.objectContaining({ isAllowed: true }),
      hasHooks || undefined,
    ])
  }
}

test('an explanation says if there are hooks for its request, which it does not call', async () => {
  const source = `
    import { onRecord, reject } from 'coffer'
    onRecord('scratch', {
      beforeCreate() { reject('Never.') },
      insideUpdate() { reject('Never.') },
      beforeList(event) { event.filter = 'id = ""' },
    })`
  const { ask } = await startCodeServer({ 'hooks.ts': source })
  await expectHooks(async body => (await ask('POST', '/api/access/explain', body)).json)
})

test('an explanation says if there are hooks of pb_hooks for its request, which it does not call', async () => {
  const { ask } = await openPbHooks(`
    onRecordBeforeCreateRequest((e) => { throw new BadRequestError('Never.') }, 'scratch')
    onRecordBeforeUpdateRequest((e) => { throw new BadRequestError('Never.') }, 'scratch')
    onRecordsListRequest((e) => { throw new BadRequestError('Never.') }, 'scratch')`)
  await expectHooks(async body => (await ask('POST', '/api/access/explain', { body })).json)
})
