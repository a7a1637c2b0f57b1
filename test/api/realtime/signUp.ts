import { askApi } from '../../harness/askApi.ts'
import type { ServedMagazine } from '../collections/serveMagazine.ts'

const password = 'a long password'

/** Creates an auth record and signs in. Returns its id and its token. */
export async function signUp(
  { port, change }: ServedMagazine,
  collection: string,
  values: { username: string } & Record<string, unknown>,
): Promise<{ id: string; token: string }> {
  const { id } = await change('POST', `/${collection}/records`, { ...values, password, passwordConfirm: password })
  const body = { identity: values.username, password }
  const { json } = await askApi(port, 'POST', `/api/collections/${collection}/auth-with-password`, { body })
  return { id: String(id), token: String(json.token) }
}
