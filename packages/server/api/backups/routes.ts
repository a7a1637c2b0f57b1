import type { Endpoint } from '../contract.ts'
import { createBackup } from './create.ts'
import { deleteBackup } from './delete.ts'
import { downloadBackup } from './download.ts'
import { listBackups } from './list.ts'
import { restoreBackup } from './restore.ts'
import { uploadBackup } from './upload.ts'

export const backupRoutes: readonly Endpoint[] = [
  listBackups,
  createBackup,
  uploadBackup,
  downloadBackup,
  deleteBackup,
  restoreBackup,
]
