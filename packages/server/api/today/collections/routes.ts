import type { Endpoint } from '../../contract.ts'
import { createTodayCollection } from './create.ts'
import { deleteTodayCollection } from './delete.ts'
import { dryRunView } from './dryRunView.ts'
import { importTodayCollections } from './import.ts'
import { listTodayCollections } from './list.ts'
import { oauth2Providers } from './oauth2Providers.ts'
import { scaffolds } from './scaffolds.ts'
import { truncate } from './truncate.ts'
import { updateTodayCollection } from './update.ts'
import { viewTodayCollection } from './view.ts'

/** Collections in the format of PocketBase 0.23 and later. */
export const todayCollectionRoutes: readonly Endpoint[] = [
  listTodayCollections,
  createTodayCollection,
  viewTodayCollection,
  updateTodayCollection,
  truncate,
  deleteTodayCollection,
  dryRunView,
  scaffolds,
  oauth2Providers,
  importTodayCollections,
]
