import { expect, onTestFinished, test } from 'vitest'
import { askApi } from '../../harness/askApi.ts'
import { startCoffer } from '../../harness/coffer.ts'
import { copySample } from '../../harness/copySample.ts'
import { signToken } from '../../harness/signToken.ts'

/** Inserts 40 comments of 4 MB of one user on one post. */
const sql = `
  WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 40)
  INSERT INTO comments (id, post, author, body)
  SELECT printf('long%011d', n), (SELECT min(id) FROM posts), (SELECT min(id) FROM users), printf('%.*c', 4000000, 'x') FROM many`

test('a deletion changes and deletes many long records in less memory than they take', async () => {
  const { dataDir, remove } = await copySample('magazine', [{ sql }])
  onTestFinished(remove)
  const env = { ...process.env, NODE_OPTIONS: '--max-old-space-size=150' }
  const server = await startCoffer(dataDir, [], { env })
  onTestFinished(async () => void (await server.end('SIGKILL')))
  const token = signToken(dataDir, 'auth', 'admin')
  const ask = (method: string, path: string) => askApi(server.port, method, `/api/collections/${path}`, { token })
  const long = 'comments/records?filter=id~"long"&perPage=1&fields=post,author'
  const { json } = await ask('GET', long)
  const [{ post, author } = { post: '', author: '' }] = json.items as { post: string; author: string }[]
  // The comments lose their author.
  expect((await ask('DELETE', `users/records/${author}?undo=undo0000000000000001`)).status).toBe(204)
  expect((await ask('GET', long)).json).toMatchObject({ totalItems: 40, items: [{ post, author: '' }] })
  // The comments are deleted with their post.
  expect((await ask('DELETE', `posts/records/${post}?undo=undo0000000000000002`)).status).toBe(204)
  expect((await ask('GET', long)).json.totalItems).toBe(0)
}, 240_000)
