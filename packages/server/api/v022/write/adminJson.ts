import type { Admin } from '../../../records/rules/Requester.ts'

/** Returns an admin as the API returns it, without keys and hashes. */
export function adminJson({ id, created, updated, avatar, email }: Admin) {
  return { id, created, updated, avatar, email }
}
