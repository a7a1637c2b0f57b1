import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cofferPath, type Ending } from '../../harness/coffer.ts'

/** Runs the command line in a terminal, and types an answer when it asks. */
export async function runInTerminal(args: readonly string[], answer: string, { cwd }: { cwd: string }): Promise<Ending> {
  const quoted = [cofferPath, ...args].map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  const child = spawn('script', ['--quiet', '--return', '--command', quoted, '/dev/null'], {
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let stdout = ''
  let isAnswered = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    if (isAnswered || !stdout.includes('?')) return
    isAnswered = true
    child.stdin.write(answer)
  })
  const timer = setTimeout(() => child.kill(), 30_000)
  await once(child, 'close')
  clearTimeout(timer)
  return { status: child.exitCode, stdout: stdout.replaceAll('\r', ''), stderr: '' }
}
