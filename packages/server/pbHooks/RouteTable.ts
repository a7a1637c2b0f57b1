import type { RegisteredRoute } from './messages.ts'

interface Found {
  index: number
  pattern: string
  params: Record<string, string>
}

interface Entry {
  index: number
  method: string
  path: string
  pattern: RegExp
  names: string[]
  /** Sorts fixed parts before parameters, and these before `*`. */
  rank: string
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const escaped = (text: string) => text.replaceAll(/[.+^${}()|[\]\\?]/g, '\\$&')

/** Compiles the path of a route. A parameter at the end matches the whole rest of the path. */
function entryOf({ method, path }: RegisteredRoute, index: number): Entry {
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
  return { index, method, path, names, rank: rankOf(path), pattern: new RegExp(`^${source.join('/')}$`, 's') }
}

/** Returns a text by which paths are sorted: fixed parts come before parameters, and these before `*`. */
function rankOf(path: string): string {
  return path
    .split('/')
    .map(part => (part.includes('*') ? '3' : part.startsWith(':') ? '2' : '1'))
    .join('')
}

/** The routes of scripts. The later one of two with the same method and path wins. */
export class RouteTable {
  readonly #entries: readonly Entry[]

  constructor(routes: readonly RegisteredRoute[]) {
    const known = new Map(routes.map((route, index) => [`${route.method} ${route.path}`, entryOf(route, index)]))
    this.#entries = [...known.values()].sort((one, other) => (one.rank < other.rank ? -1 : one.rank > other.rank ? 1 : 0))
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0
  }

  /** Finds the route for a request, unless the server's own route for it is more specific. */
  find(method: string, path: string, ownPath?: string): Found | undefined {
    for (const { index, method: known, path: pattern, pattern: regExp, names, rank } of this.#entries) {
      const found = known === method && regExp.exec(path)
      if (!found) continue
      if (ownPath !== undefined && rankOf(ownPath) < rank) return undefined
      return { index, pattern, params: Object.fromEntries(names.map((name, at) => [name, decoded(found[at + 1] ?? '')])) }
    }
    return undefined
  }

  /** Returns the methods of the routes that match a path. */
  methodsOf(path: string): string[] {
    return [...new Set(this.#entries.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
  }
}
