import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Reader, Transaction } from '../db/engine.ts'
import { name, sql } from '../db/sql.ts'
import type { MigrationFile } from './scriptMessages.ts'

/** The folders of migrations: `native` of Coffer, `script` of PocketBase 0.22. */
export type MigrationFolders = Record<MigrationFile['kind'], string>

/** Returns the folders of migrations beside a data directory. */
export function defaultMigrationFolders(dataDir: string): MigrationFolders {
  const parent = dirname(dataDir)
  return { native: join(parent, 'migrations'), script: join(parent, 'pb_migrations') }
}

const endings = { native: /\.ts$/, script: /\.[jt]s$/ }

function filesIn(folder: string, kind: MigrationFile['kind']): MigrationFile[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(entry => !entry.isDirectory() && endings[kind].test(entry.name) && !entry.name.endsWith('.d.ts'))
      .map(({ name }) => ({ name, path: join(folder, name), kind }))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/**
 * Returns the migration files of both folders by name.
 * @throws Error if two of them have the same name, by which they are recorded
 */
export function findMigrationFiles({ native, script }: MigrationFolders): MigrationFile[] {
  const files = [...filesIn(native, 'native'), ...(script === native ? [] : filesIn(script, 'script'))]
  files.sort((one, other) => (one.name < other.name ? -1 : 1))
  const same = files.find(({ name }, index) => files[index + 1]?.name === name)
  if (same) throw new Error(`Both folders of migrations have a file ${same.name}. Rename one of them.`)
  return files
}

/** Returns the names of the applied migrations, the last one first. */
export async function appliedMigrations(reader: Reader): Promise<string[]> {
  const rows = await reader.rows(sql`SELECT file FROM ${name('_migrations')} ORDER BY applied DESC, file DESC`)
  return rows.map(([file]) => String(file))
}

export async function forgetMigration(transaction: Transaction, file: string): Promise<void> {
  await transaction.run(sql`DELETE FROM ${name('_migrations')} WHERE file = ${file}`)
}
