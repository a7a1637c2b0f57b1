import type { Page } from 'playwright-core'
import { sessionKey } from './signIn.ts'

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Stores a session that no server issued: it looks valid for the given number of seconds. */
export async function storeSession(
  page: Page,
  { expiresIn, type = 'admin' }: { expiresIn: number; type?: string },
): Promise<void> {
  const payload = { id: 'admin0000000001', type, exp: Math.floor(Date.now() / 1000) + expiresIn }
  const token = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}.${'x'.repeat(43)}`
  const model = { id: payload.id, email: 'nobody@example.com', avatar: 0, ...(type !== 'admin' && { collectionId: 'users' }) }
  await page.evaluate(`localStorage.setItem(${JSON.stringify(sessionKey)}, ${JSON.stringify(JSON.stringify({ token, model }))})`)
}
