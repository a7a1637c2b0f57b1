import type { Endpoint } from '../contract.ts'
import { previewDeletion } from './preview.ts'
import { undoDeletion } from './undo.ts'

export const deletionRoutes: readonly Endpoint[] = [previewDeletion, undoDeletion]
