import { Rejection } from '../../errors/Rejection.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import { authorize, inReader } from '../Steps.ts'

/** Starts a job of `pb_hooks`, whether or not it is due. The folder of hooks can have another job with the same name. */
export const runScriptJob: Endpoint = {
  method: 'POST',
  path: '/code/scripts/jobs/:job/run',
  operation: { id: 'runScriptJob', summary: 'Run a job of pb_hooks now', returns: 'nothing' },
  guard: adminOnly,
  steps: inReader(authorize).inMain(async ({ scripts, request }) => {
    if (!scripts) throw new Rejection('missing')
    scripts.jobs.start(request.params.job ?? '')
    return emptyReply()
  }),
}
