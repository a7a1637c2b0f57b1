import { emptyReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { authorize, inReader } from '../Steps.ts'
import { startJob } from './startJob.ts'

/** Starts a job of the folder of hooks or of `pb_hooks`, whether or not it is due. */
export const runJob: Endpoint = {
  method: 'POST',
  path: '/code/jobs/:job/run',
  operation: { id: 'runJob', summary: 'Run a job now', returns: 'nothing' },
  guard: adminOnly,
  steps: inReader(authorize).inMain(async call => {
    await startJob(call, call.request.params.job ?? '')
    return emptyReply()
  }),
}
