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
