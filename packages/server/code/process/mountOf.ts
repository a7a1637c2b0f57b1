import { sep } from 'node:path'

/** The first parts of paths that the server handles itself. */
const reserved = ['api', '_']

/**
 * Returns the path that a file in the folder `routes` handles: `/orders` for `routes/orders.ts`. An `index.ts` handles the path of
 * its folder.
 * @param file its name below `routes`
 * @throws Error if the server handles the path itself
 */
export function mountOf(file: string): string {
  const parts = file.replace(/\.ts$/, '').split(sep)
  if (parts.at(-1) === 'index') parts.pop()
  const [first = ''] = parts
  if (reserved.includes(first)) throw new Error(`The server itself handles paths below /${first}. Rename routes/${file}.`)
  return `/${parts.join('/')}`
}
