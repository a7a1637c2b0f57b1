import type { Check } from '../Check.ts'

/** Before this release, a checkpoint that met a write at the same moment could damage the database (https://sqlite.org/wal.html#walresetbug). */
const minVersion = [3, 51, 3] as const

const isOlder = (version: string): boolean => {
  const parts = version.split('.').map(Number)
  const at = minVersion.findIndex((part, index) => part !== (parts[index] ?? 0))
  return at >= 0 && (parts[at] ?? 0) < (minVersion[at] ?? 0)
}

export const sqliteVersion: Check = {
  name: 'sqliteVersion',
  title: 'SQLite is recent enough.',
  needs: 'databaseFiles',
  find: async () => {
    const version = process.versions.sqlite ?? '0'
    if (!isOlder(version)) return []
    return [
      {
        severity: 'problem',
        message: `Node ${process.versions.node} contains SQLite ${version}, which has a known error that can damage databases.`,
        advice: `Install a newer Node, whose SQLite is at least ${minVersion.join('.')}.`,
      },
    ]
  },
}
