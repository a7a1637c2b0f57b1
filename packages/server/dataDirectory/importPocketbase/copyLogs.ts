import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../errors/inspectError.ts'
import { openLogFile } from '../../logs/sqlite/openLogFile.ts'
import { openUntouched } from '../requireKnownLayout.ts'

/** The kind of requester: newer logs have the name of its collection. */
const auth = `CASE json_extract(data, '$.auth') WHEN '' THEN 'guest' WHEN '_superusers' THEN 'admin' ELSE 'authRecord' END`
const isRequest = `json_valid(data) AND json_extract(data, '$.type') = 'request'`
const data = `CASE WHEN ${isRequest} THEN
  json_set(json_remove(data, '$.userIP', '$.remoteIP'), '$.auth', ${auth},
    '$.userIp', coalesce(json_extract(data, '$.userIP'), ''), '$.remoteIp', coalesce(json_extract(data, '$.remoteIP'), ''))
  ELSE data END`

/** @throws Error if the copy is damaged or has no log */
function assertReadable(path: string): void {
  using database = new DatabaseSync(path)
  const [first] = database.prepare('PRAGMA integrity_check(1)').all()
  const finding = Object.values(first ?? {})[0]
  if (finding !== 'ok') throw new Error(String(finding))
  database.prepare('SELECT id, level, message, data, created FROM _logs LIMIT 1').all()
}

/**
 * Copies the log of a newer directory as it is at one moment, without changing it: SQLite would otherwise empty the write-ahead log
 * of a server that was killed.
 * @param path where the copy is written
 * @returns the path; undefined if there is no log
 * @throws Error with a sentence if the log cannot be read
 */
export async function copyNewerLog(dir: string, path: string): Promise<string | undefined> {
  const original = join(dir, 'auxiliary.db')
  if (!existsSync(original)) return undefined
  try {
    using source = openUntouched(original)
    await backup(source, path)
    assertReadable(path)
    return path
  } catch (error) {
    throw new Error(`${original} cannot be read as a log: ${messageOf(error)}. Run the import without --logs.`, { cause: error })
  }
}

/** Copies the entries of a copied log into a new directory. Returns their number. */
export async function copyLogs(source: string, target: string): Promise<number> {
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
