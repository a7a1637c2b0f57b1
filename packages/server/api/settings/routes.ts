import type { Endpoint } from '../contract.ts'
import { appleSecret } from './appleSecret.ts'
import { updateDialect, viewDialect } from './dialect.ts'
import { fixedSettings } from './fixed.ts'
import { testEmail } from './testEmail.ts'
import { testS3 } from './testS3.ts'
import { updateSettings } from './update.ts'
import { viewSettings } from './view.ts'

export const settingsRoutes: readonly Endpoint[] = [
  viewSettings,
  fixedSettings,
  viewDialect,
  updateDialect,
  updateSettings,
  testEmail,
  testS3,
  appleSecret,
]
