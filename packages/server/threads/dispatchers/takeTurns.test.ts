import { expect, test } from 'vitest'
import type { StepResult } from '../../api/StepResult.ts'
import { ClientLedger } from '../../runtime/clients/ClientLedger.ts'
import { listTask } from '../readers/testing/openReaderPool.ts'
import type { RequestTask } from '../requests/RequestTask.ts'
import { takeTurns } from './takeTurns.ts'

const megabyte = 1024 * 1024
const attacker = '203.0.113.7'
const other = '198.51.100.3'

type Turns = ReturnType<typeof takeTurns>
type Perform = Parameters<Turns['parse']>[1]

const withBody = (remoteIp: string): RequestTask => {
  const task = listTask('scratch', remoteIp)
  return { ...task, request: { ...task.request, body: { kind: 'json', text: 'x'.repeat(2 * megabyte) } }, part: 'parse' }
}

test.each([
  ['body', (turns: Turns, address: string, perform: Perform) => turns.parse(withBody(address), perform)],
  [
    'response',
    (turns: Turns, address: string, perform: Perform) => turns.createLarge(listTask('scratch', address), 2 * megabyte, perform),
  ],
])('a large %s that waits for a process delays those of its client, and no others', async (_, run) => {
  const turns = takeTurns(new ClientLedger())
  const begun: string[] = []
  const { promise: process, resolve } = Promise.withResolvers<StepResult>()
  const waitForProcess = (task: RequestTask, onWait: () => void) => {
    begun.push(task.request.remoteIp)
    onWait()
    return process
  }
  const answer = async ({ request }: RequestTask): Promise<StepResult> => {
    begun.push(request.remoteIp)
    return { kind: 'turnEnded' }
  }
  const hostile = [1, 2].map(() => run(turns, attacker, waitForProcess))
  for (let number = 0; number < 3; number += 1) await run(turns, other, answer)
  expect(begun).toEqual([attacker, other, other, other])
  resolve({ kind: 'turnEnded' })
  await Promise.all(hostile)
  expect(begun.at(-1)).toBe(attacker)
})
