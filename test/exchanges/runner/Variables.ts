import { isTokenKind, signToken } from '../../harness/signToken.ts'
import type { Json } from './Exchange.ts'

const readClaims = (claims: readonly string[]) =>
  Object.fromEntries(
    claims.map(claim => {
      const [name = '', ...value] = claim.split('=')
      return [name, value.join('=')] as const
    }),
  )

/** The values of `{{…}}` in one scenario: captured and generated ones. */
export class Variables {
  readonly #dataDir: string
  readonly captured: Map<string, Json>

  constructor(dataDir: string, port: number) {
    this.#dataDir = dataDir
    const now = `${new Date().toISOString().slice(0, 19).replace('T', ' ')}.000Z`
    this.captured = new Map([
      ['host', `127.0.0.1:${port}`],
      ['now', now],
    ])
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
    return captured === undefined ? signToken(this.#dataDir, 'auth', who) : String(captured)
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
    return signToken(this.#dataDir, kind, who, readClaims(claims))
  }
}
