import type { RequestPart } from '../../api/StepResult.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'

/** A request to the endpoint with this index. */
export interface RequestTask {
  endpoint: number
  request: ApiRequest
  /** The step to run. */
  part: RequestPart
  /** The result of the previous step. */
  state?: unknown
  /** The number by which the read can be ended, see `Engine.runTurn`. */
  turn?: number
  /** Set once the main thread lets the request create a large response. */
  allowsLarge?: true
}
