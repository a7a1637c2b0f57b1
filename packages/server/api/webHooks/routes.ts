import type { Endpoint } from '../contract.ts'
import { createWebHook } from './create.ts'
import { deleteWebHook } from './delete.ts'
import { listWebHookDeliveries } from './deliveries.ts'
import { listWebHooks } from './list.ts'
import { sendWebHookAgain } from './sendAgain.ts'
import { testWebHook } from './test.ts'
import { updateWebHook } from './update.ts'

export const webHookRoutes: readonly Endpoint[] = [
  listWebHooks,
  createWebHook,
  updateWebHook,
  deleteWebHook,
  listWebHookDeliveries,
  sendWebHookAgain,
  testWebHook,
]
