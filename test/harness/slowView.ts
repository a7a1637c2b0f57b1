import { DatabaseSync } from 'node:sqlite'
import type { Preparation } from './copySample.ts'

export const slowViewName = 'slow_view'

const counting = (steps: number) =>
  `WITH RECURSIVE counter(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM counter WHERE x < ${steps}) SELECT MAX(x) AS id FROM counter`

/** How many steps of the counting query this machine makes in a second. */
const stepsPerSecond = (): number => {
  using database = new DatabaseSync(':memory:')
  const steps = 2_000_000
  const started = performance.now()
  database.prepare(counting(steps)).get()
  return (steps * 1000) / (performance.now() - started)
}

/** The preparation after which a copy has a public view whose every read takes about so many seconds. */
export const slowView = (seconds: number): Preparation[] => {
  const query = counting(Math.round(stepsPerSecond() * seconds))
  return [
    { sql: `CREATE VIEW ${slowViewName} AS ${query}` },
    {
      sql: `INSERT INTO _collections (id, type, name, schema, listRule, viewRule, options)
        VALUES ('slowview0000001', 'view', '${slowViewName}', '[]', '', '', json_object('query', '${query}'))`,
    },
  ]
}
