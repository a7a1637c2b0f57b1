import { expect, onTestFinished, test } from 'vitest'
import { copySample } from '../../../test/harness/copySample.ts'
import { queryDatabase } from '../../../test/harness/queryDatabase.ts'
import { signToken } from '../../../test/harness/signToken.ts'
import { endpoints } from '../api/routes.ts'
import { createInlineDispatcher } from '../threads/inlineDispatcher.ts'
import type { Audience } from './Audience.ts'
import type { RecordChange } from './RecordChange.ts'

test('whose tokens end with a change is told of it, and of nothing that came after it', async () => {
  const { dataDir, remove } = await copySample('magazine')
  onTestFinished(remove)
  const dispatcher = await createInlineDispatcher({ dataDir, encryptionKey: '', queryTimeout: 30 })
  onTestFinished(dispatcher.close)
  const id = 'carol0000000001'
  const [[tokenKey, collectionId] = []] = queryDatabase(
    dataDir,
    'data',
    `SELECT tokenKey, (SELECT id FROM _collections WHERE name = 'users') FROM users WHERE id = '${id}'`,
  )
  const carol: Audience = {
    subscription: 'users/*',
    listener: { kind: 'authRecord', collectionId: String(collectionId), id, tokenKey: String(tokenKey) },
  }
  dispatcher.listen([carol], [])
  const change = async (values: object): Promise<RecordChange> => {
    const path = '/collections/:collection/records/:id'
    const { effects = [] } = await dispatcher.dispatch(
      endpoints.findIndex(endpoint => endpoint.method === 'PATCH' && endpoint.path === path),
      {
        ...{ method: 'PATCH', url: path, params: { collection: 'users', id }, query: [], remoteIp: '127.0.0.1' },
        headers: { 'content-type': 'application/json', authorization: signToken(dataDir, 'auth', 'admin') },
        body: { kind: 'json', text: JSON.stringify(values) },
      },
    )
    const [made] = effects.flatMap(effect => (effect.kind === 'recordsChanged' ? effect.changes : []))
    if (!made) throw new Error('The record was not changed.')
    return made
  }
  const end = await change({ name: 'the end', password: 'brand-new-1', passwordConfirm: 'brand-new-1' })
  expect(await dispatcher.describe(end, [carol])).toEqual([expect.stringContaining('"name":"the end"')])
  const later = await change({ name: 'later' })
  expect(await dispatcher.describe(later, [carol])).toEqual([undefined])
  expect(await dispatcher.describe(end, [carol])).toEqual([undefined])
})
