import { AsyncLocalStorage } from 'node:async_hooks'
import { format } from 'node:util'
import { maxTextLength } from '../CodeError.ts'

const current = new AsyncLocalStorage<{ text: string }>()

/** Makes the console also add what is printed to the output of the job that prints it. */
export function captureConsole(): void {
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    // biome-ignore lint/suspicious/noConsole: the code of users prints with it
    const print = console[method].bind(console)
    console[method] = (...args) => {
      const output = current.getStore()
      if (output) output.text = `${output.text}${format(...args)}\n`.slice(-maxTextLength)
      print(...args)
    }
  }
}

/** Runs a function, and resolves with its output and, if it fails, its error. */
export async function withOutput(run: () => unknown): Promise<{ output: string; error?: unknown }> {
  const output = { text: '' }
  try {
    await current.run(output, run)
    return { output: output.text }
  } catch (error) {
    return { output: output.text, error }
  }
}
