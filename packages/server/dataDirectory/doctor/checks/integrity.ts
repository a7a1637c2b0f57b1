import { join } from 'node:path'
import { isDatabaseError } from '../../../db/DatabaseError.ts'
import { mendIndexes } from '../../../db/sqlite/mendIndexes.ts'
import { messageOf } from '../../../errors/inspectError.ts'
import type { Check, FixResult } from '../Check.ts'

/** What to do about a damaged table. */
const lastResorts: Record<string, string> = {
  'data.db':
    'Stop the server, copy the data directory, and restore the last backup. If there is none, "sqlite3 data.db .recover" saves what is still readable.',
  'logs.db': 'Only the log is affected. The server replaces it with an empty one when it next reads the damaged part.',
}

async function rebuildIndexes(dataDir: string, file: string): Promise<FixResult> {
  try {
    const tables = mendIndexes(join(dataDir, file))
    return { fixed: `Rebuilt the indexes of ${tables.join(', ')} in ${file}. Nothing else was damaged.` }
  } catch (error) {
    if (isDatabaseError(error, 'busy'))
      return { advice: `Another program is changing ${file}. Stop the server, and run "coffer doctor --fix" again.` }
    return { advice: `Rebuilding the indexes does not help (${messageOf(error)}). ${lastResorts[file]}` }
  }
}

export const integrity: Check = {
  name: 'integrity',
  title: 'The database files are intact.',
  needs: 'databaseFiles',
  find: async ({ config, damage }) =>
    (await damage()).map(({ place, description }) => ({
      severity: 'problem',
      message: `${place} is damaged: ${description}`,
      advice: `If only indexes are damaged, "coffer doctor --fix" rebuilds them. Otherwise: ${lastResorts[place]}`,
      fix: () => rebuildIndexes(config.dataDir, place),
    })),
}
