import type { Route } from '../../api/contract.ts'
import { decodePath } from '../../runtime/decodePath.ts'

interface Entry<Target> {
  /** Fixed texts at the start and end of the path, compared before the slower pattern. */
  start: string
  end: string
  pattern: RegExp
  names: readonly string[]
  target: Target
  path: string
}

/** Removes parameter names, so that paths can be compared: `/a/:id` becomes `/a/:`. */
const shapeOf = (path: string) => path.replace(/:\w+/g, ':')

/**
 * Compiles the path of a route below /api to a regular expression. A parameter in the middle of a path can be empty. A parameter at
 * the end matches the whole rest of the path, unless a longer route extends it.
 */
function patternOf(path: string, shapes: readonly string[]): RegExp {
  const start = `${shapeOf(path)}/`
  const isExtended = shapes.some(other => other.startsWith(start))
  const last = isExtended ? '[^/]+' : '.+'
  return new RegExp(`^/api${path.replace(/:\w+(?=(\/)?)/g, (_, slash?: string) => `(${slash ? '[^/]*' : last})`)}$`, 's')
}

/** Finds the target for a method and path. If several routes match, the first one wins. */
export class Router<Target> {
  readonly #entries = new Map<string, Entry<Target>[]>()

  /**
   * @param paths all paths that exist, here or in another router, so that a path has one meaning in all of them
   */
  constructor(
    routes: readonly (Pick<Route, 'method' | 'path'> & { target: Target })[],
    paths: readonly string[] = routes.map(({ path }) => path),
  ) {
    const shapes = paths.map(shapeOf)
    for (const { method, path, target } of routes) {
      const entries = this.#entries.get(method) ?? []
      this.#entries.set(method, entries)
      entries.push({
        start: `/api${path.replace(/:.*/, '')}`,
        end: path.replace(/.*:\w+/, ''),
        pattern: patternOf(path, shapes),
        names: Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name),
        target,
        path,
      })
    }
  }

  /** Returns the target for a path, the path of its route and the decoded path parameters. */
  find(method: string, path: string): { target: Target; path: string; params: Record<string, string> } | undefined {
    for (const { start, end, pattern, names, target, path: known } of this.#entries.get(method) ?? []) {
      const found = path.startsWith(start) && path.endsWith(end) && pattern.exec(path)
      if (!found) continue
      const params: Record<string, string> = {}
      for (const [index, name] of names.entries()) params[name] = decodePath(found[index + 1] ?? '')
      return { target, path: known, params }
    }
    return undefined
  }
}
