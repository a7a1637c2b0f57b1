import { isTokenKind, signToken } from '../../harness/signToken.ts'
import type { Dialect, Json } from './Exchange.ts'

const readClaims = (claims: readonly string[]) =>
  Object.fromEntries(
    claims.map(claim => {
      const [name = '', ...value] = claim.split('=')
      return [name, value.join('=')] as const
    }),
  )

/** The id of `_superusers`, which PocketBase derives from the type and the name of the collection. */
const superusersId = 'pbc_3142635823'

/** Replaces the claims of a token for PocketBase 0.22 by the claims of 0.23 and later. */
const claimsOfToday = (kind: string, who: string): Record<string, string> =>
  who === 'admin' || who.startsWith('admin:') ? { type: kind, collectionId: superusersId } : { type: kind }

/** The values of `{{…}}` in one scenario: captured and generated ones. */
export class Variables {
  readonly #dataDir: string
  readonly #dialect: Dialect
  readonly captured: Map<string, Json>

  constructor(dataDir: string, port: number, dialect: Dialect = 'v022') {
    this.#dataDir = dataDir
    this.#dialect = dialect
    const now = `${new Date().toISOString().slice(0, 19).replace('T', ' ')}.000Z`
    this.captured = new Map([
      ['host', `127.0.0.1:${port}`],
      ['now', now],
    ])
  }

  /** What every path begins with, so that the server answers in the dialect of the conversation. */
  get prefix(): string {
    return this.#dialect === 'today' ? '/today' : ''
  }

  /** Replaces every `{{…}}` in a value; a text that is a single variable takes the type of its value. */
  fill(value: Json): Json {
    if (typeof value === 'string') {
      const alone = /^\{\{([^{}]+)\}\}$/.exec(value)?.[1]
      return alone === undefined ? this.fillText(value) : this.#lookUp(alone.trim())
    }
    if (Array.isArray(value)) return value.map(part => this.fill(part))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, this.fill(part)]))
  }

  fillText(text: string): string {
    return text.replace(/\{\{([^{}]+)\}\}/g, (_whole, name: string) => String(this.#lookUp(name.trim())))
  }

  /** Returns the token of a requester, '' for a guest. */
  tokenOf(who: string): string {
    if (who === '' || who === 'guest') return ''
    if (who.startsWith('{{')) return this.fillText(who)
    const captured = this.captured.get(who)
    return captured === undefined ? this.#sign(['auth', who]) : String(captured)
  }

  #lookUp(name: string): Json {
    const [word, ...rest] = name.split(/\s+/)
    if (word === 'token') return this.#sign(rest)
    if (word === 'repeat') return (rest[0] ?? '').repeat(Number(rest[1]))
    const value = this.captured.get(name)
    if (value === undefined) throw new Error(`nothing was captured as "${name}"`)
    return value
  }

  #sign([kind = '', who = '', ...claims]: readonly string[]): string {
    if (!isTokenKind(kind)) throw new Error(`there is no token of the kind "${kind}"`)
    const asked = readClaims(claims)
    return signToken(this.#dataDir, kind, who, this.#dialect === 'today' ? { ...claimsOfToday(kind, who), ...asked } : asked)
  }
}
