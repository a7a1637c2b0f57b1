import type { Endpoint } from '../contract.ts'
import { listLogs } from './list.ts'
import { logStats } from './stats.ts'
import { viewLog } from './view.ts'

export const logRoutes: readonly Endpoint[] = [listLogs, logStats, viewLog]
