import type { Endpoint } from '../contract.ts'
import { listParkedCalls } from './parked.ts'
import { runHookAgain } from './runAgain.ts'
import { runJob, runScriptJob } from './runJob.ts'
import { viewCode } from './view.ts'

export const codeRoutes: readonly Endpoint[] = [viewCode, listParkedCalls, runHookAgain, runJob, runScriptJob]
