import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/**
 * Runs a program and gives what it prints; its errors are shown.
 * @throws Error when it ends with another status than 0
 */
export const runProgram = async (program: string, args: readonly string[]): Promise<string> => {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (status !== 0) throw new Error(`${program} ended with status ${status}: ${output}`)
  return output
}
