import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/**
 * Runs a program and returns its output; its errors are printed.
 * @throws Error if it ends with a status other than 0
 */
export async function runProgram(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (status !== 0) throw new Error(`${program} ended with status ${status}: ${output}`)
  return output
}
