import { randomText } from '../../pb/randomText.ts'
import { HostFile } from './HostFile.ts'
import { toText } from './toText.ts'

/** Escapes a name in a header of a part, as browsers do. */
const quoted = (name: string): string => `"${name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`

/** The headers of a part, and its content. */
function partOf(name: string, value: unknown): [head: string, content: Uint8Array | string] {
  const disposition = `Content-Disposition: form-data; name=${quoted(name)}`
  if (!(value instanceof HostFile)) return [disposition, toText(value)]
  const filename = quoted(value.originalName)
  return [`${disposition}; filename=${filename}\r\nContent-Type: application/octet-stream`, value.reader.open().bytes]
}

/** A form for `$http.send`, as in 0.22.4: values by name, of which files are sent as such. */
export class FormData {
  #entries: [name: string, value: unknown][] = []

  append(name: string, value: unknown): void {
    this.#entries.push([String(name), value])
  }

  set(name: string, value: unknown): void {
    this.delete(name)
    this.append(name, value)
  }

  delete(name: string): void {
    this.#entries = this.#entries.filter(([other]) => other !== name)
  }

  /** Returns the first value of a name; null if there is none. */
  get(name: string): unknown {
    return this.getAll(name)[0] ?? null
  }

  getAll(name: string): unknown[] {
    return this.#entries.filter(([other]) => other === name).map(([, value]) => value)
  }

  has(name: string): boolean {
    return this.#entries.some(([other]) => other === name)
  }

  keys(): string[] {
    return [...new Set(this.#entries.map(([name]) => name))]
  }

  values(): unknown[] {
    return this.#entries.map(([, value]) => value)
  }

  entries(): [string, unknown][] {
    return this.#entries.map(([name, value]) => [name, value])
  }

  /** Returns the form as the body of a request. */
  encode(): { type: string; body: Uint8Array } {
    const boundary = `form-${randomText(30)}`
    const parts = this.#entries.flatMap(([name, value]) => {
      const [head, content] = partOf(name, value)
      return [Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')]
    })
    return {
      type: `multipart/form-data; boundary=${boundary}`,
      body: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    }
  }
}
