import { queryOptions } from '@tanstack/react-query'
import { client } from '../connection/client.ts'
import { signIn } from './signIn.ts'

export interface Admin {
  id: string
  email: string
  avatar: number
  created: string
  updated: string
}

/** What is sent of an admin. The password is left out where it stays. */
export interface AdminForm {
  email: string
  avatar: number
  password?: string
  passwordConfirm?: string
}

/** All admins that a filter finds, in the order of a sort. */
export function adminsQuery(filter: string, sort: string) {
  return queryOptions({
    queryKey: ['admins', filter, sort],
    queryFn: ({ signal }) => client.admins.getFullList<Admin>({ batch: 100, sort, ...(filter !== '' && { filter }), signal }),
    staleTime: 0,
  })
}

/** One admin as it is when it is opened. */
export function adminQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', id],
    queryFn: ({ signal }) => client.admins.getOne<Admin>(id, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Creates an admin. */
export async function createAdmin(form: AdminForm): Promise<void> {
  await client.admins.create<Admin>(form)
}

/** Changes an admin. The session follows a change of one's own account, a new password included. */
export async function updateAdmin(id: string, changes: Partial<AdminForm>): Promise<void> {
  const { email } = await client.admins.update<Admin>(id, changes)
  // A new password ends all sessions of the account.
  if (changes.password !== undefined && client.authStore.model?.id === id) await signIn(email, changes.password)
}

/** Deletes an admin; one's own session ends with one's account. */
export async function deleteAdmin(id: string): Promise<void> {
  await client.admins.delete(id, { query: { explain: 1 } })
}
