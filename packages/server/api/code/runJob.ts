import { Rejection } from '../../errors/Rejection.ts'
import { emptyReply } from '../../messages/ApiReply.ts'
import type { Endpoint } from '../contract.ts'
import { adminOnly } from '../guards.ts'
import type { MainServices } from '../MainServices.ts'
import { authorize, inReader, type Steps } from '../Steps.ts'

interface Jobs {
  start: (name: string) => void | Promise<void>
}

/** Returns steps that start the job named by the path, whether or not it is due. */
function createStartSteps(findJobs: (services: MainServices) => Jobs | undefined): Steps<never> {
  return inReader(authorize).inMain(async call => {
    const jobs = findJobs(call)
    if (!jobs) throw new Rejection('missing')
    await jobs.start(call.request.params.job ?? '')
    return emptyReply()
  })
}

/** Starts a job of the folder of hooks. */
export const runJob: Endpoint = {
  method: 'POST',
  path: '/code/jobs/:job/run',
  operation: { id: 'runJob', summary: 'Run a job now', returns: 'nothing' },
  guard: adminOnly,
  steps: createStartSteps(({ code }) => code?.jobs),
}

/** Starts a job of `pb_hooks`. The folder of hooks can have another job with the same name. */
export const runScriptJob: Endpoint = {
  method: 'POST',
  path: '/code/scripts/jobs/:job/run',
  operation: { id: 'runScriptJob', summary: 'Run a job of pb_hooks now', returns: 'nothing' },
  guard: adminOnly,
  steps: createStartSteps(({ scripts }) => scripts?.jobs),
}
