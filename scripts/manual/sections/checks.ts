import { checks } from '../../../packages/server/doctor/checks.ts'
import { code, table } from './table.ts'

const requirements = { databaseFiles: 'SQLite', postgres: 'PostgreSQL' }

/** The checks of `coffer doctor`. */
export const checksTable = (): string =>
  table(
    ['check', 'right if', 'only with'],
    checks.map(({ name, title, needs }) => [code(name), title, needs ? requirements[needs] : '']),
  )
