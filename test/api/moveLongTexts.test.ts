import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCoffer } from '../harness/coffer.ts'
import { copySample } from '../harness/copySample.ts'
import { openPostgres } from '../harness/openPostgres.ts'
import { queryDatabase } from '../harness/queryDatabase.ts'

/** Inserts 20 rows of 4 MB after 480 short ones. The last row is longer than what is read at once. */
const sql = `
  WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 500)
  INSERT INTO scratch (id, t, j)
  SELECT printf('long%011d', n), CASE n WHEN 500 THEN printf('%.*c', 12000000, 'z') WHEN 499 THEN '' ELSE long END, '"' || long || '"'
  FROM (SELECT n, CASE WHEN n > 480 THEN printf('%.*c', 2000000, char(97 + n % 26)) ELSE 'short' END AS long FROM many)`

test('coffer move carries rows with long texts to PostgreSQL and back, in less memory than they take', async () => {
  const postgres = await openPostgres()
  onTestFinished(postgres.close)
  const { dataDir, remove } = await copySample('magazine', [{ sql }], 'sqlite')
  onTestFinished(remove)
  const address = await postgres.createDatabase()
  const back = join(dataDir, '../back')
  const env = { ...process.env, NODE_OPTIONS: '--max-old-space-size=100' }
  for (const [from, to] of [
    [dataDir, address],
    [address, back],
  ] as const)
    expect(await runCoffer(['move', '--from', from, '--to', to, '--dir', dataDir], { env })).toMatchObject({
      status: 0,
      stderr: '',
    })
  const texts = `SELECT rowid, id, length(t), length(j), substr(j, -10) FROM scratch WHERE id LIKE 'long%' ORDER BY rowid`
  expect(queryDatabase(back, 'data', texts)).toEqual(queryDatabase(dataDir, 'data', texts))
}, 240_000)
