import { run } from './cli/program.ts'

// With the inspector disabled, this signal would end the process.
process.on('SIGUSR1', () => undefined)

await run(process.argv)
