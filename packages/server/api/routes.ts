import { adminRoutes } from './admins/routes.ts'
import { authRecordRoutes } from './authRecords/routes.ts'
import { backupRoutes } from './backups/routes.ts'
import { collectionRoutes } from './collections/routes.ts'
import type { Endpoint } from './contract.ts'
import { deletionRoutes } from './deletions/routes.ts'
import { doctorRoutes } from './doctor/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { loadRoutes } from './load/routes.ts'
import { logRoutes } from './logs/routes.ts'
import { oauth2Routes } from './oauth2/routes.ts'
import { openapiRoutes } from './openapi/routes.ts'
import { realtimeRoutes } from './realtime/routes.ts'
import { recordRoutes } from './records/routes.ts'
import { settingsRoutes } from './settings/routes.ts'
import { typesRoutes } from './types/routes.ts'

const described: readonly Endpoint[] = [
  ...healthRoutes,
  ...adminRoutes,
  ...collectionRoutes,
  ...recordRoutes,
  ...deletionRoutes,
  ...authRecordRoutes,
  ...oauth2Routes,
  ...fileRoutes,
  ...settingsRoutes,
  ...logRoutes,
  ...backupRoutes,
  ...realtimeRoutes,
  ...doctorRoutes,
  ...loadRoutes,
  ...typesRoutes,
]

/** All API routes. Threads refer to a route by its index in this list. */
export const endpoints: readonly Endpoint[] = [...described, ...openapiRoutes(described)]
