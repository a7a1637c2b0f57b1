import type { Endpoint } from '../contract.ts'
import { checkHealth } from './check.ts'
import { checkHealthHead } from './checkHead.ts'

export const healthRoutes: readonly Endpoint[] = [checkHealth, checkHealthHead]
