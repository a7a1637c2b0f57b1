import type { Endpoint } from '../contract.ts'
import { checkHealth, checkHealthHead } from './check.ts'

export const healthRoutes: readonly Endpoint[] = [checkHealth, checkHealthHead]
