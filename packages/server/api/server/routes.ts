import type { Endpoint } from '../contract.ts'
import { loadHistory } from './history.ts'
import { clientLimits } from './limits.ts'
import { listNodes } from './nodes.ts'

export const serverRoutes: readonly Endpoint[] = [loadHistory, clientLimits, listNodes]
