import type { createBatchService } from '../../api/code/batchService.ts'
import type { ClaimedJob } from '../../db/engine.ts'
import type { ApiReply } from '../../messages/ApiReply.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import type { BatchRequest, DataResponse } from '../../messages/DataRequest.ts'
import { isModelHook, type ScriptedResults } from '../../messages/ScriptedCall.ts'
import type { Remote } from '../../runtime/Remote.ts'
import { responseOf } from './requestEndpoint.ts'
import { runScripted, type ScriptParts } from './runScripted.ts'

type BatchService = Remote<{ batches: ReturnType<typeof createBatchService> }>['batches']

/** Returns a function that makes the changes of a batch of hooks, with the hooks of models of scripts around them. */
export function performBatch(parts: ScriptParts, batches: BatchService) {
  return async (batch: BatchRequest, authorization: string | undefined, job?: ClaimedJob): Promise<DataResponse> => {
    const scripts = parts.scripts?.hookNames?.filter(isModelHook) ?? []
    if (scripts.length === 0) return batches.run(batch, authorization, job)
    const proceed = async (scripted: ScriptedResults): Promise<ApiReply> => {
      const done = await batches.runWithScripts(batch, authorization, { scripts, scripted, job })
      return done.kind === 'callScripts' ? runScripted(parts, { ...request, scripted }, done, proceed) : done
    }
    const request: ApiRequest = {
      ...{ method: 'POST', url: '', params: {}, headers: {}, remoteIp: '', query: [], body: { kind: 'none' } },
      isInternal: true,
      scripts,
    }
    return responseOf(await proceed({}))
  }
}
