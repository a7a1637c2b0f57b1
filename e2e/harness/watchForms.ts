import type { Page } from 'playwright-core'

export interface SentForm {
  method: string
  /** Below the server's address. */
  path: string
  /** The values that travel as JSON. */
  values: Record<string, unknown>
  /** The other parts in their order, a file by its name. */
  parts: [name: string, value: string][]
}

/** The multipart forms that the page sends from now on, in their order; the list grows as they are sent. */
export async function watchForms(page: Page): Promise<SentForm[]> {
  const forms: SentForm[] = []
  // Chromium shows a body with files to those alone who may change the request.
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
