import type { Endpoint } from '../contract.ts'
import { listCollections } from './list.ts'
import { viewCollection } from './view.ts'

export const collectionRoutes: readonly Endpoint[] = [listCollections, viewCollection]
