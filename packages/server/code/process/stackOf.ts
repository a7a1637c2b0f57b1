import { pathToFileURL } from 'node:url'

/** Returns the error with those frames of its stack that are in files of the folder of hooks, in which this process runs. */
export function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { stack = '' } = error
  const folder = `${pathToFileURL(process.cwd()).href}/`
  const frames = stack
    .split('\n')
    .filter(line => /^\s+at /.test(line) && line.includes(folder) && !line.includes('/node_modules/'))
  const start = stack.split(/\n\s+at /)[0] || `${error.name}: ${error.message}`
  const cause = error.cause === undefined ? [] : [`Cause: ${stackOf(error.cause)}`]
  return [start, ...frames.map(line => line.replaceAll(folder, 'hooks/')), ...cause].join('\n')
}
