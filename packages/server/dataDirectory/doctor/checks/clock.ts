import { name, sql } from '../../../db/sql.ts'
import { dateText } from '../../../runtime/now.ts'
import type { Check } from '../Check.ts'

const toleranceMs = 60_000

export const clock: Check = {
  name: 'clock',
  title: 'The clock is not behind the data.',
  find: async ({ reader }) => {
    const [newest] = (await reader.row(sql`SELECT MAX(updated) FROM (SELECT updated FROM ${name('_collections')} UNION ALL
      SELECT updated FROM ${name('_params')} UNION ALL SELECT updated FROM ${name('_admins')}) AS dates`)) ?? [null]
    const limit = dateText(new Date(Date.now() + toleranceMs))
    if (typeof newest !== 'string' || newest <= limit) return []
    return [
      {
        severity: 'problem',
        message: `The clock of this machine is behind the data, which was changed at ${newest}.`,
        advice: 'Set the clock, for example by turning on time synchronization. Tokens and schedules depend on it.',
      },
    ]
  },
}
