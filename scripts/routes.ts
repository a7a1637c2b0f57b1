/**
 * `npm run routes`: prints every route of the API with its guard; routes without a guard check rules or tokens. The event stream,
 * `GET /api/realtime`, is not listed.
 */
import { printTable } from '../bench/harness/printTable.ts'
import { endpoints } from '../packages/server/api/routes.ts'

printTable(
  ['method', 'path', 'guard'],
  endpoints.map(({ method, path, guard }) => [method, `/api${path}`, guard?.name ?? '']),
)
