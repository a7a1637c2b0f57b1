import type { StepResult } from '../../api/StepResult.ts'
import { bodyBytes, mediumBodyBytes } from '../../messages/ApiRequest.ts'
import type { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import { FairSemaphore } from '../../runtime/clients/FairSemaphore.ts'
import type { RequestTask } from '../requests/RequestTask.ts'

/** Maximum time a large body waits for the parser. */
const maxParseWaitMs = 10_000
/** Estimates how long a body takes to parse: bodies of many short values take longest. */
const parsedBytesPerMs = 10_000

/** Time after which a body or a response that takes long gives its turn to those of others. */
const maxTurnMs = 1_000

/** Maximum time the creation of a large response waits. */
const maxCreateWaitMs = 30_000
/** Estimates how long a response takes to create. */
const createdBytesPerMs = 100_000

/** Performs a step, and calls `onWait` before it waits for a process. */
type Perform = (task: RequestTask, onWait: () => void) => Promise<StepResult>

/**
 * Returns functions that run costly steps of requests one at a time, in turns of their clients: in parallel they would occupy all
 * processors and more memory than all other requests together. Those that take long, or wait for a process, do not delay other clients.
 */
export function takeTurns(clients: ClientLedger) {
  const one = { maxConcurrent: 1, work: clients.recentWork, maxTurnMs }
  const quickParsing = new FairSemaphore({ ...one, timeoutMs: maxParseWaitMs })
  const parsing = new FairSemaphore({ ...one, timeoutMs: maxParseWaitMs })
  const creating = new FairSemaphore({ ...one, timeoutMs: maxCreateWaitMs })
  return {
    /** Parses a large body. */
    parse: (task: RequestTask, perform: Perform): Promise<StepResult> => {
      const { address } = clients.clientOf(task.request)
      const bytes = bodyBytes(task.request)
      return (bytes > mediumBodyBytes ? parsing : quickParsing).run(address, bytes / parsedBytesPerMs, giveBack =>
        perform(task, giveBack),
      )
    },
    /**
     * Runs a request again that has stopped because its response is large.
     * @throws Rejection `limited` or `busy` when there is no memory for the response
     */
    createLarge: (task: RequestTask, length: number, perform: Perform): Promise<StepResult> => {
      const client = clients.clientOf(task.request)
      return creating.run(client.address, length / createdBytesPerMs, async giveBack => {
        const memory = clients.hold('responseBytes', client, Math.min(length, clients.limitOf('responseBytes').perClient))
        try {
          return await perform({ ...task, allowsLarge: true }, giveBack)
        } finally {
          memory.release()
        }
      })
    },
  }
}
