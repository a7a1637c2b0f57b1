import type { Explanation } from '@coffer/schema'
import { askApi } from '../../harness/askApi.ts'
import type { ServedMagazine } from '../collections/serveMagazine.ts'

/** Explains a request as an admin. */
export async function explain({ port, admin }: ServedMagazine, body: object): Promise<Explanation> {
  const { status, text } = await askApi(port, 'POST', '/api/access/explain', { token: admin, body })
  if (status !== 200) throw new Error(`${status} ${text}`)
  return JSON.parse(text)
}
