import { accessRoutes } from './access/routes.ts'
import { adminRoutes } from './admins/routes.ts'
import { authRecordRoutes } from './authRecords/routes.ts'
import { backupRoutes } from './backups/routes.ts'
import { codeRoutes } from './code/routes.ts'
import { collectionRoutes } from './collections/routes.ts'
import { type Endpoint, type Route, routeOf } from './contract.ts'
import { deletionRoutes } from './deletions/routes.ts'
import { doctorRoutes } from './doctor/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { logRoutes } from './logs/routes.ts'
import { oauth2Routes } from './oauth2/routes.ts'
import { openapiRoutes } from './openapi/routes.ts'
import { realtimeRoutes } from './realtime/routes.ts'
import { recordRoutes } from './records/routes.ts'
import { serverRoutes } from './server/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { todayRoutes } from './today/routes.ts'
import { typesRoutes } from './types/routes.ts'
import { webHookRoutes } from './webHooks/routes.ts'

/** The endpoints by folder. */
const resources: Readonly<Record<string, readonly Endpoint[]>> = {
  health: healthRoutes,
  admins: adminRoutes,
  collections: collectionRoutes,
  records: recordRoutes,
  deletions: deletionRoutes,
  authRecords: authRecordRoutes,
  oauth2: oauth2Routes,
  files: fileRoutes,
  settings: settingsRoutes,
  logs: logRoutes,
  backups: backupRoutes,
  realtime: realtimeRoutes,
  doctor: doctorRoutes,
  access: accessRoutes,
  server: serverRoutes,
  types: typesRoutes,
  code: codeRoutes,
  webHooks: webHookRoutes,
}

const withOpenapi = { ...resources, openapi: openapiRoutes(Object.values(resources).flat(), todayRoutes), today: todayRoutes }

/** All API routes. Threads refer to a route by its index in this list. */
export const endpoints: readonly Endpoint[] = Object.values(withOpenapi).flat()

/** What the main thread knows of them, in the same order. */
export const routes: readonly Route[] = Object.entries(withOpenapi).flatMap(([resource, list]) =>
  list.map(endpoint => routeOf(resource, endpoint)),
)

/** Returns the endpoint with an index, by which the main thread refers to it. */
export function endpointAt(index: number): Endpoint {
  const endpoint = endpoints[index]
  if (!endpoint) throw new Error(`There is no endpoint with the index ${index}.`)
  return endpoint
}
