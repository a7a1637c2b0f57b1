import type { Endpoint } from '../contract.ts'
import { createRecord } from './create.ts'
import { deleteRecord } from './delete.ts'
import { listRecords } from './list.ts'
import { updateRecord } from './update.ts'
import { viewRecord } from './view.ts'

export const recordRoutes: readonly Endpoint[] = [listRecords, createRecord, viewRecord, updateRecord, deleteRecord]
