import type { Check, Finding } from '../Check.ts'

export const postgresDurability: Check = {
  name: 'postgresDurability',
  title: 'PostgreSQL keeps confirmed changes after a power failure.',
  needs: 'postgres',
  find: async ({ server }) => {
    const { settings } = await server()
    const off = (['fsync', 'full_page_writes'] as const).filter(name => settings[name] === 'off')
    const findings: Finding[] = off.map(name => ({
      severity: 'problem',
      message: `The setting ${name} of PostgreSQL is off, so a power failure can damage the database.`,
      advice: `Run ALTER SYSTEM SET ${name} = on, and reload the configuration.`,
    }))
    if (settings.synchronous_commit === 'off')
      findings.push({
        severity: 'notice',
        message: 'The setting synchronous_commit of PostgreSQL is off, so a crash can lose the changes of the last second.',
        advice: 'Set it to on, unless you have chosen this deliberately.',
      })
    return findings
  },
}
