import { DatabaseSync } from 'node:sqlite'
import type { Preparation } from './copySample.ts'

export const slowViewName = 'slow_view'

const counting = (steps: number) =>
  `WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < ${steps}) SELECT MAX(x) AS id FROM counter`

/** How many steps of the counting query this machine makes in a second of one processor, however busy it is right now. */
const stepsPerSecond = (): number => {
  using database = new DatabaseSync(':memory:')
  const steps = 2_000_000
  const before = process.threadCpuUsage()
  database.prepare(counting(steps)).get()
  const { user, system } = process.threadCpuUsage(before)
  return (steps * 1_000_000) / (user + system)
}

/** The preparation after which a copy has a view with this query that everybody may read. */
export const publicView = (name: string, query: string): Preparation[] => {
  const quoted = query.replaceAll("'", "''")
  return [
    { sql: `CREATE VIEW ${name} AS ${query}` },
    {
      sql: `INSERT INTO _collections (id, type, name, schema, listRule, viewRule, options)
        VALUES ('${name.replaceAll('_', '').padEnd(15, '0').slice(0, 15)}', 'view', '${name}', '[]', '', '', json_object('query', '${quoted}'))`,
    },
  ]
}

/** The preparation after which a copy has a public view whose every read takes about so many seconds of a processor. */
export const slowView = (seconds: number): Preparation[] =>
  publicView(slowViewName, counting(Math.round(stepsPerSecond() * seconds)))
