import { spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { repositoryDir } from '../../harness/paths.ts'

/** Runs a program with a global `EventSource`, as in browsers. */
export function startProgram(program: string) {
  const child = spawn(process.execPath, ['--no-warnings', '--experimental-eventsource', '--input-type=module', '-e', program], {
    cwd: repositoryDir,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill()
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  return { child, printed: () => printed }
}
