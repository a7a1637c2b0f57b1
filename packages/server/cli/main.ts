import { run } from './program.ts'

// With the inspector disabled, this signal would end the process.
process.on('SIGUSR1', () => undefined)

await run(process.argv)
