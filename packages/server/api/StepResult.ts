import type { ApiReply, UploadLimits } from '../messages/ApiReply.ts'
import type { Body } from '../messages/ApiRequest.ts'
import type { InsideCall } from '../messages/HookCall.ts'
import type { Demand, Next } from './Steps.ts'

/** What a thread runs of a request: the check before its body is read, the parsing of a large body, or the step with this index. */
export type RequestPart = 'precheck' | 'parse' | number

/** The body of a request can be read. */
export interface PrecheckPassed {
  kind: 'precheckPassed'
  /** The limits of its files. */
  accepts: UploadLimits
  /** The signed-in user, for whom the body is counted. */
  user?: string
}

/** The transaction of a step waits for hooks. Once the hooks have ended, the step resumes and returns another result. */
interface CallInside extends InsideCall {
  kind: 'callInside'
}

/** The result of a part of a request in a thread, as plain data. */
export type StepResult =
  | ApiReply
  | (Next<unknown> & Pick<ApiReply, 'auth'>)
  | PrecheckPassed
  | { kind: 'parsed'; body: Body }
  | Demand
  | CallInside
  /** The request reads a view, or its client blocks threads, so it must be repeated in a process that can be killed. */
  | { kind: 'needsProcess'; reason: 'view' | 'blocked' }
  /** The request has been ended in favor of another one, and must be repeated. */
  | { kind: 'turnEnded' }
  /** The response is large, so the request must be repeated when it may create it. The length is at least this. */
  | { kind: 'large'; length: number }
