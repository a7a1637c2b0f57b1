import { checks } from '../../../packages/server/dataDirectory/doctor/checks.ts'
import { code, table } from './table.ts'

const requirements = { databaseFiles: 'SQLite', postgres: 'PostgreSQL' }

/** The checks of `coffer doctor`. */
export function checksTable(): string {
  return table(
    ['check', 'right if', 'only with'],
    checks.map(({ name, title, needs }) => [code(name), title, needs ? requirements[needs] : '']),
  )
}
