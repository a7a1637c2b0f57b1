/**
 * `npm run routes`: prints every route of the API with its guard and the threads of its steps. Routes without a guard check rules or
 * tokens. The event stream, `GET /api/realtime`, is not listed.
 */
import { printTable } from '../bench/harness/printTable.ts'
import { endpoints } from '../packages/server/api/routes.ts'

printTable(
  ['method', 'path', 'guard', 'steps'],
  endpoints.map(({ method, path, dialect, guard, steps }) => [
    method,
    `${dialect === 'today' ? '/today' : ''}/api${path}`,
    guard?.name ?? '',
    steps.list.map(({ on }) => on).join(', '),
  ]),
)
