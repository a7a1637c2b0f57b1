import type { Endpoint } from '../contract.ts'
import { todayAuthMethods } from './authRecords/authMethods.ts'
import { impersonate } from './authRecords/impersonate.ts'
import { batch } from './batch/batch.ts'
import { todayCollectionRoutes } from './collections/routes.ts'
import { cronRoutes } from './crons/routes.ts'
import { checkTodayHealth } from './health/check.ts'
import { todayLogRoutes } from './logs/routes.ts'
import { updateTodaySettings } from './settings/update.ts'
import { viewTodaySettings } from './settings/view.ts'
import { runSql } from './sql/run.ts'
import { superuserRoutes } from './superusers/routes.ts'
import { systemRecordRoutes } from './systemRecords/routes.ts'

/** The endpoints that only clients of PocketBase 0.23 and later have, or that differ for them in more than words. */
export const todayRoutes: readonly Endpoint[] = [
  ...superuserRoutes,
  ...systemRecordRoutes,
  todayAuthMethods,
  impersonate,
  ...todayCollectionRoutes,
  batch,
  ...cronRoutes,
  runSql,
  ...todayLogRoutes,
  checkTodayHealth,
  viewTodaySettings,
  updateTodaySettings,
]
