/**
 * `npm run routes`: prints every route of the API and the guard before it; where there is none, rules or tokens decide. The event
 * stream, `GET /api/realtime`, is none of them.
 */
import { printTable } from '../bench/harness/printTable.ts'
import { endpoints } from '../packages/server/api/routes.ts'

printTable(
  ['method', 'path', 'guard'],
  endpoints.map(({ method, path, guard }) => [method, `/api${path}`, guard?.name ?? '']),
)
