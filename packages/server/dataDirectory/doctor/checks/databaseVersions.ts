import type { Check } from '../Check.ts'

/** The days until which versions get fixes (https://www.postgresql.org/support/versioning/). */
const lastDays: Readonly<Record<number, string>> = { 16: '2028-11-09', 17: '2029-11-08', 18: '2030-11-14' }

export const postgresVersion: Check = {
  name: 'postgresVersion',
  title: 'The version of PostgreSQL gets fixes.',
  needs: 'postgres',
  find: async ({ server }) => {
    const { version } = await server()
    const lastDay = lastDays[Number.parseInt(version, 10)]
    if (lastDay === undefined || new Date().toISOString() < lastDay) return []
    return [
      {
        severity: 'problem',
        message: `PostgreSQL ${version} has got no fixes since ${lastDay}.`,
        advice: 'Upgrade PostgreSQL to a newer version, for example with pg_upgrade.',
      },
    ]
  },
}

/** Before this release, a checkpoint that met a write at the same moment could damage the database (https://sqlite.org/wal.html#walresetbug). */
const minVersion = [3, 51, 3] as const

function isOlder(version: string): boolean {
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
