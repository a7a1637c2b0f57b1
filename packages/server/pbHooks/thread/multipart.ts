/** A file of a form. */
export interface FormFile {
  name: string
  filename: string
  type: string
  bytes: Buffer
}

export interface Form {
  values: [string, string][]
  files: FormFile[]
}

const parameterOf = (header: string, name: string): string | undefined =>
  new RegExp(`[;\\s]${name}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1')

/** Parses a multipart form that is in memory. */
export function parseMultipart(body: Buffer, contentType: string): Form {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  const form: Form = { values: [], files: [] }
  if (!boundary) return form
  const mark = Buffer.from(`\r\n--${boundary}`)
  const whole = Buffer.concat([Buffer.from('\r\n'), body])
  let start = whole.indexOf(mark)
  while (start >= 0) {
    const next = whole.indexOf(mark, start + mark.length)
    if (next < 0) break
    const part = whole.subarray(start + mark.length + 2, next)
    start = next
    const end = part.indexOf('\r\n\r\n')
    if (end < 0) continue
    const head = part.subarray(0, end).toString('utf8')
    const bytes = part.subarray(end + 4)
    const name = parameterOf(head, 'name') ?? ''
    const filename = parameterOf(head, 'filename')
    if (filename === undefined) form.values.push([name, bytes.toString('utf8')])
    else form.files.push({ name, filename, type: /content-type:\s*(\S+)/i.exec(head)?.[1] ?? '', bytes })
  }
  return form
}
