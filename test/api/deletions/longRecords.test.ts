import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { startCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'

/** Inserts 60 comments of 4 MB on one post. They are deleted with it. */
const sql = `
  WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 60)
  INSERT INTO comments (id, post, body) SELECT printf('long%011d', n), (SELECT min(id) FROM posts), printf('%.*c', 4000000, 'x') FROM many`

test('a record is deleted with many long ones in less memory than they take', async () => {
  const { dataDir, remove } = await copySample('magazine', [{ sql }])
  onTestFinished(remove)
  const env = { ...process.env, NODE_OPTIONS: '--max-old-space-size=150' }
  const server = await startCoffer(dataDir, [], { env })
  onTestFinished(async () => void (await server.end('SIGKILL')))
  const token = signToken(dataDir, 'auth', 'admin')
  const ask = (method: string, path: string) => askApi(server.port, method, `/api/collections/${path}`, { token })
  const { json } = await ask('GET', 'comments/records?filter=id~"long"&perPage=1&fields=post')
  const [{ post } = { post: '' }] = json.items as { post: string }[]
  expect((await ask('DELETE', `posts/records/${post}?undo=undo0000000000000001`)).status).toBe(204)
  expect((await ask('GET', 'comments/records?filter=id~"long"')).json.totalItems).toBe(0)
}, 240_000)
