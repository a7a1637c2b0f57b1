import type { Endpoint } from '../contract.ts'
import { checkHealth } from './check.ts'

export const healthRoutes: readonly Endpoint[] = [checkHealth]
