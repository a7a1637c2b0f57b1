import type { Check, Finding } from '../Check.ts'
import { counted } from '../Check.ts'

export const postgresIntegrity: Check = {
  name: 'postgresIntegrity',
  title: 'PostgreSQL has found no damage.',
  needs: 'postgres',
  find: async ({ server }) => {
    const { checksumFailures = 0, invalidIndexes } = await server()
    const findings: Finding[] = []
    if (checksumFailures > 0)
      findings.push({
        severity: 'problem',
        message: `PostgreSQL has read ${counted(checksumFailures, 'damaged page')} of this database.`,
        advice: 'The disk or the memory of its machine is faulty. Move the database to another machine, and restore a backup.',
      })
    if (invalidIndexes.length > 0)
      findings.push({
        severity: 'problem',
        message: `PostgreSQL does not use ${counted(invalidIndexes.length, 'index', 'indexes')}, because building failed.`,
        advice: 'Run REINDEX INDEX for each of them, for example with psql. Its error says what prevents the index.',
        examples: invalidIndexes,
      })
    return findings
  },
}
