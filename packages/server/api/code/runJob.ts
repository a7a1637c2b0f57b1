import { Rejection } from '../../errors/Rejection.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { authorize, inReader } from '../Steps.ts'

/** Starts a job of the folder of hooks, whether or not it is due. */
export const runJob: Endpoint = {
  method: 'POST',
  path: '/code/jobs/:job/run',
  operation: { id: 'runJob', summary: 'Run a job now', returns: 'nothing' },
  guard: adminOnly,
  steps: inReader(authorize).inMain(async ({ code, request }) => {
    if (!code) throw new Rejection('missing')
    await code.jobs.start(request.params.job ?? '')
    return emptyReply()
  }),
}
