import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findDamageOfFile } from '../../db/sqlite/findDamage.ts'
import { messageOf } from '../../errors/inspectError.ts'
import type { Check, Finding } from '../Check.ts'

const advice: Record<string, string> = {
  'data.db':
    'Stop the server, copy the data directory, and restore the last backup. If there is none, "sqlite3 data.db .recover" saves what is still readable.',
  'logs.db': 'Only the log is affected. The server replaces it with an empty one when it next reads the damaged part.',
}

const damageOf = (path: string): string | undefined => {
  try {
    return findDamageOfFile(path)
  } catch (error) {
    return messageOf(error)
  }
}

export const integrity: Check = {
  name: 'integrity',
  title: 'The database files are intact.',
  needs: 'databaseFiles',
  find: async ({ config }) =>
    Object.entries(advice).flatMap(([file, steps]): Finding[] => {
      const path = join(config.dataDir, file)
      const damage = existsSync(path) ? damageOf(path) : undefined
      return damage === undefined ? [] : [{ severity: 'problem', message: `${file} is damaged: ${damage}`, advice: steps }]
    }),
}
