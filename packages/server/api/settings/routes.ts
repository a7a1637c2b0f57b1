import type { Endpoint } from '../contract.ts'
import { viewSettings } from './view.ts'

export const settingsRoutes: readonly Endpoint[] = [viewSettings]
