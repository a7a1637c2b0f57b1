import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openLogFile } from '../../logs/sqlite/openLogFile.ts'

/** The kind of requester: newer logs have the name of its collection. */
const auth = `CASE json_extract(data, '$.auth') WHEN '' THEN 'guest' WHEN '_superusers' THEN 'admin' ELSE 'authRecord' END`
const isRequest = `json_valid(data) AND json_extract(data, '$.type') = 'request'`
const data = `CASE WHEN ${isRequest} THEN
  json_set(json_remove(data, '$.userIP', '$.remoteIP'), '$.auth', ${auth},
    '$.userIp', coalesce(json_extract(data, '$.userIP'), ''), '$.remoteIp', coalesce(json_extract(data, '$.remoteIP'), ''))
  ELSE data END`

/** Copies the log of a newer directory. Returns the number of entries. */
export async function copyLogs(dir: string, target: string): Promise<number> {
  const source = join(dir, 'auxiliary.db')
  if (!existsSync(source)) return 0
  const path = join(target, 'logs.db')
  await (await openLogFile(path)).close()
  using logs = new DatabaseSync(path)
  logs.prepare('ATTACH ? AS source').run(source)
  const { changes } = logs
    .prepare(`INSERT INTO main._logs (id, level, message, data, created, updated)
      SELECT id, level, message, ${data}, created, created FROM source._logs ORDER BY rowid`)
    .run()
  return Number(changes)
}
