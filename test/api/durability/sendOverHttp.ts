import { Agent, request } from 'node:http'

export interface Sent {
  status: number
  json: Record<string, unknown>
}

export interface Connections {
  /**
   * Sends a form, or an object as JSON.
   * @param onAnswer called synchronously when the response is complete
   */
  send: (method: string, path: string, body: object | undefined, onAnswer: (response: Sent) => void) => Promise<Sent>
  close: () => void
}

async function encode(body: object | undefined): Promise<{ headers: Record<string, string>; bytes: Buffer }> {
  if (!(body instanceof FormData)) {
    return { headers: { 'Content-Type': 'application/json' }, bytes: Buffer.from(JSON.stringify(body ?? {})) }
  }
  const form = new Response(body)
  return { headers: { 'Content-Type': form.headers.get('Content-Type') ?? '' }, bytes: Buffer.from(await form.arrayBuffer()) }
}

/** Keep-alive connections to a server on this machine. */
export function openConnections(port: number): Connections {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  return {
    send: async (method, path, body, onAnswer) => {
      const { headers, bytes } = await encode(body)
      return new Promise((resolve, reject) => {
        const options = { agent, port, host: '127.0.0.1', method, path, headers: { ...headers, 'Content-Length': bytes.length } }
        const asking = request(options, response => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            try {
              const text = Buffer.concat(chunks).toString()
              const sent = { status: response.statusCode ?? 0, json: text === '' ? {} : JSON.parse(text) }
              onAnswer(sent)
              resolve(sent)
            } catch (error) {
              reject(error)
            }
          })
        })
        asking.on('error', reject)
        asking.end(bytes)
      })
    },
    close: () => agent.destroy(),
  }
}
