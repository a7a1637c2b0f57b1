import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { findDamageOfFile, type OnTable } from '../../db/sqlite/findDamage.ts'
import { messageOf } from '../../errors/inspectError.ts'
import type { CheckContext, Damage } from './Check.ts'
import { counted } from './Check.ts'

/** Called before a table of a database file is read. */
export type OnTableOfFile = (file: string, ...progress: Parameters<OnTable>) => void

function damageOfFile(dataDir: string, file: string, onTable?: OnTableOfFile): Damage[] {
  const path = join(dataDir, file)
  if (!existsSync(path)) return []
  try {
    const description = findDamageOfFile(path, onTable && ((...progress) => onTable(file, ...progress)))
    return description === undefined ? [] : [{ place: file, description }]
  } catch (error) {
    return [{ place: file, description: messageOf(error) }]
  }
}

/** What PostgreSQL knows about damage. It compares indexes with tables only with an extension that most servers lack. */
async function damageOfServer(server: CheckContext['server']): Promise<Damage[]> {
  const { checksumFailures = 0, invalidIndexes } = await server()
  const descriptions = [
    ...(checksumFailures > 0 ? [counted(checksumFailures, 'damaged page')] : []),
    ...(invalidIndexes.length > 0 ? [`invalid indexes: ${invalidIndexes.join(', ')}`] : []),
  ]
  return descriptions.map(description => ({ place: 'PostgreSQL', description }))
}

/** Reads the database files completely, or asks PostgreSQL what is damaged. */
export async function findDamage(
  { dataDir, database }: Config,
  server: CheckContext['server'],
  onTable?: OnTableOfFile,
): Promise<Damage[]> {
  if (database !== undefined) return damageOfServer(server)
  return ['data.db', 'logs.db'].flatMap(file => damageOfFile(dataDir, file, onTable))
}
