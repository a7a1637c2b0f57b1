import { DatabaseSync } from 'node:sqlite'
import type { Preparation } from './copySample.ts'

export const slowViewName = 'slow_view'

const counting = (steps: number) =>
  `WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < ${steps}) SELECT MAX(x) AS id FROM counter`

/** Measures how many steps of the counting query this machine makes per second of CPU time, whatever its load. */
function stepsPerSecond(): number {
  using database = new DatabaseSync(':memory:')
  const steps = 2_000_000
  const before = process.threadCpuUsage()
  database.prepare(counting(steps)).get()
  const { user, system } = process.threadCpuUsage(before)
  return (steps * 1_000_000) / (user + system)
}

/** Adds a public view with this query to a copy. */
export function publicView(name: string, query: string): Preparation[] {
  const quoted = query.replaceAll("'", "''")
  return [
    { sql: `CREATE VIEW ${name} AS ${query}` },
    {
      sql: `INSERT INTO _collections (id, type, name, schema, listRule, viewRule, options)
        VALUES ('${name.replaceAll('_', '').padEnd(15, '0').slice(0, 15)}', 'view', '${name}', '[]', '', '', json_object('query', '${quoted}'))`,
    },
  ]
}

/** Adds a public view to a copy, each read of which takes about this number of seconds of CPU time. */
export function slowView(seconds: number): Preparation[] {
  return publicView(slowViewName, counting(Math.round(stepsPerSecond() * seconds)))
}
