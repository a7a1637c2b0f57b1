import type { Route } from '../../api/contract.ts'

interface Entry<Target> {
  /** What a path has to begin and end with before the pattern is worth a try. */
  start: string
  end: string
  pattern: RegExp
  names: readonly string[]
  target: Target
}

/** `/a/:id` as `/a/:`, so that paths can be compared whatever their parameters are called. */
const shapeOf = (path: string) => path.replace(/:\w+/g, ':')

/**
 * The expression for the paths of a route below /api. A parameter in the middle of a path may be empty. One at the end takes the
 * whole rest of the path, unless a longer route goes on below it.
 */
const patternOf = (path: string, paths: readonly string[]): RegExp => {
  const goesOn = paths.some(other => shapeOf(other).startsWith(`${shapeOf(path)}/`))
  const last = goesOn ? '[^/]+' : '.+'
  return new RegExp(`^/api${path.replace(/:\w+(?=(\/)?)/g, (_, slash?: string) => `(${slash ? '[^/]*' : last})`)}$`, 's')
}

/** Decodes what can be decoded and leaves the rest as it is. */
const decoded = (text: string): string =>
  text.includes('%')
    ? text.replace(/(?:%[0-9a-f]{2})+/gi, run => {
        try {
          return decodeURIComponent(run)
        } catch {
          return run
        }
      })
    : text

/** Finds what answers a method and path. Of routes that take the same path, the first one has it. */
export class Router<Target> {
  readonly #entries = new Map<string, Entry<Target>[]>()

  /** @param targetOf what answers a route, by its position */
  constructor(routes: readonly Pick<Route, 'method' | 'path'>[], targetOf: (position: number) => Target) {
    const paths = routes.map(({ path }) => path)
    for (const [position, { method, path }] of routes.entries()) {
      const entries = this.#entries.get(method) ?? []
      this.#entries.set(method, entries)
      entries.push({
        start: `/api${path.replace(/:.*/, '')}`,
        end: path.replace(/.*:\w+/, ''),
        pattern: patternOf(path, paths),
        names: Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name),
        target: targetOf(position),
      })
    }
  }

  /** What answers a path, with its parameters decoded. */
  find(method: string, path: string): { target: Target; params: Record<string, string> } | undefined {
    for (const { start, end, pattern, names, target } of this.#entries.get(method) ?? []) {
      const found = path.startsWith(start) && path.endsWith(end) && pattern.exec(path)
      if (!found) continue
      const params: Record<string, string> = {}
      for (const [index, name] of names.entries()) params[name] = decoded(found[index + 1] ?? '')
      return { target, params }
    }
    return undefined
  }
}
