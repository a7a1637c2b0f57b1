import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from '../Check.ts'

/** The server empties the log every few megabytes, so a larger one means that something prevents it. */
const maxBytes = 256_000_000

export const writeAheadLog: Check = {
  name: 'writeAheadLog',
  title: 'The write-ahead log is emptied regularly.',
  needs: 'databaseFiles',
  find: async ({ config }) => {
    const size = (await stat(join(config.dataDir, 'data.db-wal')).catch(() => undefined))?.size ?? 0
    if (size <= maxBytes) return []
    return [
      {
        severity: 'problem',
        message: `data.db-wal has grown to ${Math.round(size / 1_000_000)} MB.`,
        advice: 'Another program holds a read transaction on data.db. End it; the server then empties the log.',
      },
    ]
  },
}
