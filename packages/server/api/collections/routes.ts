import type { Endpoint } from '../contract.ts'
import { createCollection } from './create.ts'
import { deleteCollection } from './delete.ts'
import { importCollections } from './import.ts'
import { listCollections } from './list.ts'
import { previewView } from './previewView.ts'
import { recordCounts } from './recordCounts.ts'
import { updateCollection } from './update.ts'
import { viewCollection } from './view.ts'

export const collectionRoutes: readonly Endpoint[] = [
  listCollections,
  // Before the routes with a collection name. No name contains a hyphen.
  recordCounts,
  viewCollection,
  createCollection,
  updateCollection,
  deleteCollection,
  importCollections,
  previewView,
]
