import { admin } from '../fixture/credentials.ts'

/** A response and its time in milliseconds. */
export interface Timed {
  json: Record<string, unknown>
  milliseconds: number
}

/** Sends requests as the admin; a 4xx or 5xx response is an error. */
export class AdminClient {
  readonly #url: string
  readonly #token: string

  private constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  static async signIn(url: string): Promise<AdminClient> {
    const stranger = new AdminClient(url, '')
    const { json } = await stranger.send('POST', '/api/admins/auth-with-password', {
      identity: admin.email,
      password: admin.password,
    })
    return new AdminClient(url, String(json.token))
  }

  async send(method: string, path: string, body?: unknown): Promise<Timed> {
    const started = performance.now()
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(this.#token !== '' && { Authorization: this.#token }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} got ${response.status}: ${text}`)
    return { json: text === '' ? {} : JSON.parse(text), milliseconds: performance.now() - started }
  }
}
