import type { Endpoint } from '../contract.ts'
import { undoDeletion } from './undo.ts'

export const deletionRoutes: readonly Endpoint[] = [undoDeletion]
