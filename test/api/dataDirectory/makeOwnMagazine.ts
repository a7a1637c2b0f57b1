import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { askApi } from '../../harness/askApi.ts'
import { copySample, type SampleCopy } from '../../harness/copySample.ts'
import { scratchDir } from '../../harness/scratchDir.ts'
import { signToken } from '../../harness/signToken.ts'
import { startServer } from '../../harness/startServer.ts'

/** Runs work as the admin of a server on this directory. */
async function served<T>(
  dataDir: string,
  work: (ask: (method: string, path: string, body?: object) => ReturnType<typeof askApi>) => Promise<T>,
): Promise<T> {
  const server = await startServer({ dataDir })
  try {
    const token = signToken(dataDir, 'auth', 'admin')
    return await work((method, path, body) =>
      askApi(server.port, method, path, { token, ...(body === undefined ? {} : { body }) }),
    )
  } finally {
    await server.stop()
  }
}

/** Reads what an export does not contain: the rows in order, and the creation times of the collections. */
function copyRows(dataDir: string, source: string, only: 'accounts of the server' | 'all'): void {
  using database = new DatabaseSync(join(dataDir, 'data.db'), { returnArrays: true })
  database.exec(`PRAGMA foreign_keys = OFF; ATTACH '${join(source, 'data.db')}' AS source; BEGIN`)
  const names = (query: string) => (database.prepare(query).all() as unknown as unknown[][]).map(([name]) => String(name))
  const own = ['_admins', '_params']
  const tables = names(
    "SELECT name FROM source.sqlite_schema WHERE type = 'table' AND name NOT IN ('_collections', '_migrations')",
  )
  for (const table of only === 'all' ? tables : own) {
    const columns = names(`SELECT name FROM pragma_table_info('${table}', 'source')`)
      .map(name => `\`${name}\``)
      .join()
    database.exec(`DELETE FROM main.\`${table}\``)
    database.exec(`INSERT INTO main.\`${table}\` (${columns}) SELECT ${columns} FROM source.\`${table}\` ORDER BY rowid`)
  }
  if (only === 'all') {
    // The fields of a view get new ids with each save.
    database.exec(`UPDATE main._collections AS own SET (created, updated, schema) =
      (SELECT created, updated, iif(type = 'view', schema, own.schema) FROM source._collections WHERE id = own.id)`)
  }
  database.exec('COMMIT')
}

/** Creates a data directory with Coffer that has the magazine's data; the collections are imported from their export. */
export async function makeOwnMagazine(): Promise<SampleCopy> {
  const source = await copySample('magazine')
  const folder = await mkdtemp(join(scratchDir, 'coffer-own-'))
  const dataDir = join(folder, 'pb_data')
  const exported = await served(
    source.dataDir,
    async ask => (await ask('GET', '/api/collections?perPage=500&sort=created')).json.items,
  )
  const server = await startServer({ dataDir })
  await server.stop()
  copyRows(dataDir, source.dataDir, 'accounts of the server')
  await served(dataDir, async ask => {
    const { status, text } = await ask('PUT', '/api/collections/import', { collections: exported, deleteMissing: true })
    if (status !== 204) throw new Error(text)
  })
  copyRows(dataDir, source.dataDir, 'all')
  for (const part of ['storage', 'backups']) await cp(join(source.dataDir, part), join(dataDir, part), { recursive: true })
  await source.remove()
  return { dataDir, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }) }
}
