import type { Page } from 'playwright-core'

export interface SentForm {
  method: string
  /** Path below the server's origin. */
  path: string
  /** The values sent as JSON. */
  values: Record<string, unknown>
  /** The other parts in order, a file by its name. */
  parts: [name: string, value: string][]
}

/** Records the multipart forms that the page sends from now on, in order; the array grows with each form. */
export async function watchForms(page: Page): Promise<SentForm[]> {
  const forms: SentForm[] = []
  // Chromium exposes a body with files only to code that can intercept the request.
  await page.route('**/api/**', async route => {
    const request = route.request()
    const type = request.headers()['content-type'] ?? ''
    if (type.startsWith('multipart/form-data')) {
      const body = new Response(new Uint8Array(request.postDataBuffer() ?? []), { headers: { 'content-type': type } })
      const entries = [...(await body.formData())]
      const parts = entries.map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : value.name])
      const json = parts.find(([name]) => name === '@jsonPayload')?.[1] ?? '{}'
      forms.push({
        method: request.method(),
        path: new URL(request.url()).pathname,
        values: JSON.parse(json),
        parts: parts.filter(([name]) => name !== '@jsonPayload'),
      })
    }
    await route.fallback()
  })
  return forms
}
