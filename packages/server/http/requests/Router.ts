import type { Route } from '../../api/contract.ts'

interface Entry<Target> {
  /** Fixed texts at the start and end of the path, compared before the slower pattern. */
  start: string
  end: string
  pattern: RegExp
  names: readonly string[]
  target: Target
}

/** Removes parameter names, so that paths can be compared: `/a/:id` becomes `/a/:`. */
const shapeOf = (path: string) => path.replace(/:\w+/g, ':')

/**
 * Compiles the path of a route below /api to a regular expression. A parameter in the middle of a path can be empty. A parameter at
 * the end matches the whole rest of the path, unless a longer route extends it.
 */
const patternOf = (path: string, paths: readonly string[]): RegExp => {
  const isExtended = paths.some(other => shapeOf(other).startsWith(`${shapeOf(path)}/`))
  const last = isExtended ? '[^/]+' : '.+'
  return new RegExp(`^/api${path.replace(/:\w+(?=(\/)?)/g, (_, slash?: string) => `(${slash ? '[^/]*' : last})`)}$`, 's')
}

/** Decodes percent-encoded characters; leaves invalid sequences unchanged. */
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

/** Finds the target for a method and path. If several routes match, the first one wins. */
export class Router<Target> {
  readonly #entries = new Map<string, Entry<Target>[]>()

  /** @param targetOf returns the target of the route at a position */
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

  /** Returns the target for a path and the decoded path parameters. */
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
