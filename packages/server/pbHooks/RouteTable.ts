import { decodePath } from '../runtime/decodePath.ts'
import type { RegisteredRoute } from './messages.ts'

interface Found {
  route: RegisteredRoute
  pattern: string
  params: Record<string, string>
}

interface Entry {
  route: RegisteredRoute
  pattern: RegExp
  names: string[]
  /** Sorts fixed parts before parameters, and these before `*`. */
  rank: string
}

const escaped = (text: string) => text.replaceAll(/[.+^${}()|[\]\\?]/g, '\\$&')

/** Compiles the path of a route. A parameter at the end matches the whole rest of the path. */
function entryOf(route: RegisteredRoute): Entry {
  const { path } = route
  const names: string[] = []
  const source = path.split('/').map((part, position, parts) => {
    const isLast = position === parts.length - 1
    if (part.startsWith(':')) {
      names.push(part.slice(1))
      return isLast ? '(.+)' : '([^/]+)'
    }
    if (!part.includes('*')) return escaped(part)
    names.push('*')
    return part.split('*').map(escaped).join('(.*)')
  })
  return { route, names, rank: rankOf(path), pattern: new RegExp(`^${source.join('/')}$`, 's') }
}

/** Returns a text by which paths are sorted: fixed parts come before parameters, and these before `*`. */
function rankOf(path: string): string {
  return path
    .split('/')
    .map(part => (part.includes('*') ? '3' : part.startsWith(':') ? '2' : '1'))
    .join('')
}

/** Returns a method and path without the names of parameters, so that routes can be compared. */
function shapeOf({ method, path }: Pick<RegisteredRoute, 'method' | 'path'>): string {
  return `${method} ${path.replace(/:\w+/g, ':')}`
}

/** The routes of scripts. The later one of two with the same method and path wins. */
export class RouteTable {
  readonly #entries: readonly Entry[]

  constructor(routes: readonly RegisteredRoute[]) {
    const known = new Map(routes.map(route => [`${route.method} ${route.path}`, entryOf(route)]))
    this.#entries = [...known.values()].sort((one, other) => (one.rank < other.rank ? -1 : one.rank > other.rank ? 1 : 0))
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  /** Returns the routes that have the method and path of one of the server's own routes, which they replace. */
  replacing(own: readonly Pick<RegisteredRoute, 'method' | 'path'>[]): RegisteredRoute[] {
    const shapes = new Set(own.map(shapeOf))
    return this.#entries.map(({ route }) => route).filter(route => shapes.has(shapeOf(route)))
  }

  /** Finds the route for a request, unless the server's own route for it is more specific. */
  find(method: string, path: string, ownPath?: string): Found | undefined {
    for (const { route, pattern, names, rank } of this.#entries) {
      const found = route.method === method && pattern.exec(path)
      if (!found) continue
      if (ownPath !== undefined && rankOf(ownPath) < rank) return undefined
      const params = Object.fromEntries(names.map((name, at) => [name, decodePath(found[at + 1] ?? '')]))
      return { route, pattern: route.path, params }
    }
    return undefined
  }

  /** Returns the methods of the routes that match a path. */
  methodsOf(path: string): string[] {
    return [...new Set(this.#entries.filter(({ pattern }) => pattern.test(path)).map(({ route }) => route.method))]
  }
}
