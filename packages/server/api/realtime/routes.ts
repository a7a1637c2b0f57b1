import type { Endpoint } from '../contract.ts'
import { subscribe } from './subscribe.ts'

export const realtimeRoutes: readonly Endpoint[] = [subscribe]
