/** Maximum number of bytes shown. */
const limit = 262_144

export interface FileText {
  text: string
  /** Whether the file is longer than the text. */
  isCut: boolean
}

/**
 * Reads the beginning of a text file, from a URL or from a new file.
 * @throws Error when the file cannot be loaded or is not text
 */
export async function readText(source: string | Blob, signal: AbortSignal): Promise<FileText> {
  if (typeof source === 'string') return readStored(source, signal)
  const bytes = await source.slice(0, limit).arrayBuffer()
  return { text: decode(bytes, 'utf-8'), isCut: source.size > limit }
}

async function readStored(address: string, signal: AbortSignal): Promise<FileText> {
  const answer = await fetch(address, { headers: { Range: `bytes=0-${limit - 1}` }, signal })
  // The server answers a range request for an empty file with 416.
  if (answer.status === 416) return { text: '', isCut: false }
  if (!answer.ok) throw new Error(`The file cannot be read (status ${answer.status}).`)
  const bytes = new Uint8Array(await answer.arrayBuffer()).subarray(0, limit)
  const charset = /charset=([\w-]+)/.exec(answer.headers.get('Content-Type') ?? '')?.[1] ?? 'utf-8'
  const total = Number(/\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '')?.[1] ?? bytes.length)
  return { text: decode(bytes, charset), isCut: total > bytes.length || bytes.length === limit }
}

function decode(bytes: ArrayBuffer | Uint8Array, charset: string): string {
  const text = new TextDecoder(charset).decode(bytes)
  if (text.includes('\0')) throw new Error('The file is no text.')
  return text
}
