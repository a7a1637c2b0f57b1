import type { Endpoint } from '../contract.ts'
import { loadHistory } from './history.ts'

export const loadRoutes: readonly Endpoint[] = [loadHistory]
