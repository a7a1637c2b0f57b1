import type { LoadGenerator, LoadRequest, LoadResult } from '../load/Load.ts'
import type { Contestant } from './Contestant.ts'
import type { Answer, Line } from './Line.ts'

/** Seconds before a measurement in which the server finds its pace. */
const longestWarmUp = 5

/** What one server did with one line. */
export interface Measurement extends LoadResult {
  /** Microseconds that the server's process worked for each answer, all cores together. */
  work: number
}

/** A line that could not be measured: the server answers something else, or nothing in time. */
interface WrongAnswer {
  wrong: string
}

export interface LineResult {
  line: Line
  contestant: string
  result: Measurement | WrongAnswer
  /** The answer to the first request; nothing when the request changed something. */
  answer: Answer | undefined
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const ask = async (url: string, { method, path, headers = {}, body }: LoadRequest): Promise<Answer> => {
  const response = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, bytes: bytes.length, json: parsed(bytes.toString()) }
}

/** Looks at one answer, warms up, and measures. */
export const measureLine = async (
  contestant: Contestant,
  line: Line,
  generator: LoadGenerator,
  seconds: number,
): Promise<LineResult> => {
  const { name, url, server } = contestant
  const requests = await line.requests(contestant)
  const [first] = requests
  if (!first) throw new Error(`"${line.name}" has no requests.`)
  const answer = await ask(url, first)
  const known = { line, contestant: name, answer: first.method === 'GET' ? answer : undefined }
  if (!line.isRight(answer)) return { ...known, result: { wrong: `status ${answer.status}, ${answer.bytes} bytes` } }
  const plan = { url, requests, connections: line.connections }
  const warmUp = await generator.run({ ...plan, from: 1, seconds: Math.min(longestWarmUp, seconds) })
  // Requests that were under way when the warm-up ended may have been done as well.
  const from = 2 + warmUp.answers + line.connections
  const before = server.workTime()
  const result = await generator.run({ ...plan, from, seconds })
  if (result.answers === 0) return { ...known, result: { wrong: `no answer in ${seconds} s` } }
  return { ...known, result: { ...result, work: (server.workTime() - before) / result.answers } }
}
