import type { Endpoint } from '../contract.ts'
import { viewTypes } from './view.ts'

export const typesRoutes: readonly Endpoint[] = [viewTypes]
