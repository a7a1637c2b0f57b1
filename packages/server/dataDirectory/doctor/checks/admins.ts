import { name, sql } from '../../../db/sql.ts'
import type { Check } from '../Check.ts'

export const admins: Check = {
  name: 'admins',
  title: 'There is an administrator.',
  find: async ({ reader }) => {
    if (await reader.row(sql`SELECT 1 FROM ${name('_admins')} LIMIT 1`)) return []
    const message = 'There is no administrator yet.'
    return [{ severity: 'notice', message, advice: 'Open the dashboard, or run "coffer admin create EMAIL PASSWORD".' }]
  },
}
