import type { Endpoint } from '../contract.ts'
import { examine } from './examine.ts'

export const doctorRoutes: readonly Endpoint[] = [examine]
