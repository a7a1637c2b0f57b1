import type { LoadGenerator, LoadPlan, LoadRequest, LoadResult } from '../load/Load.ts'
import type { Contestant } from './Contestant.ts'
import type { FirstResponse, Line } from './Line.ts'

/** Seconds of warm-up before a measurement. It goes on until each read was sent once, because the server caches the responses. */
const maxWarmUpSeconds = 5
/** Maximum seconds of the whole warm-up. */
const maxFillSeconds = 30

/** The measurement of one line on one server. */
export interface Measurement extends LoadResult {
  /** CPU time per response in microseconds, over all cores. */
  work: number
}

/** The result of a line that cannot be measured: the server returned another response, or none in time. */
interface UnexpectedResponse {
  wrong: string
}

export interface LineResult {
  line: Line
  contestant: string
  result: Measurement | UnexpectedResponse
  /** The response to the first request; undefined if the request changed data. */
  response: FirstResponse | undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function ask(url: string, { method, path, headers = {}, body }: LoadRequest): Promise<FirstResponse> {
  const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, bytes: bytes.length, json: parsed(bytes.toString()) }
}

/**
 * Sends requests before the measurement.
 * @param wanted number of requests to send at least, if that takes less than `maxFillSeconds`
 * @returns the number of responses
 */
async function warmUp(
  plan: Omit<LoadPlan, 'from' | 'seconds'>,
  generator: LoadGenerator,
  seconds: number,
  wanted: number,
): Promise<number> {
  let sent = 0
  let spent = 0
  do {
    sent += (await generator.run({ ...plan, from: 1 + sent, seconds })).responses
    spent += seconds
  } while (sent < wanted && spent < maxFillSeconds)
  return sent
}

/** Checks one response, warms up, and measures. */
export async function measureLine(
  contestant: Contestant,
  line: Line,
  generator: LoadGenerator,
  seconds: number,
): Promise<LineResult> {
  const { name, url, server } = contestant
  const requests = await line.requests(contestant)
  const [first] = requests
  if (!first) throw new Error(`"${line.name}" has no requests.`)
  const response = await ask(url, first)
  const known = { line, contestant: name, response: first.method === 'GET' ? response : undefined }
  if (!line.isRight(response)) return { ...known, result: { wrong: `status ${response.status}, ${response.bytes} bytes` } }
  const plan = { url, requests, connections: line.connections }
  const repeats = first.method === 'GET' && !line.isFirstTime
  const sent = await warmUp(plan, generator, Math.min(maxWarmUpSeconds, seconds), repeats ? requests.length : 0)
  // Requests in progress at the end of the warm-up may have been completed as well.
  const from = 2 + sent + line.connections
  const before = server.workTime()
  const result = await generator.run({ ...plan, from, seconds })
  if (result.responses === 0) return { ...known, result: { wrong: `no response in ${seconds} s` } }
  return { ...known, result: { ...result, work: (server.workTime() - before) / result.responses } }
}
