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

/** Body for creating or updating an admin. Without a password, the stored one does not change. */
export interface AdminForm {
  email: string
  avatar: number
  password?: string
  passwordConfirm?: string
}

/** Lists all admins that match a filter. */
export function adminsQuery(filter: string, sort: string) {
  return queryOptions({
    queryKey: ['admins', filter, sort],
    queryFn: ({ signal }) => client.admins.getFullList<Admin>({ batch: 100, sort, ...(filter !== '' && { filter }), signal }),
    staleTime: 0,
  })
}

/** Loads one admin. Refetched each time its panel is opened. */
export function adminQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', id],
    queryFn: ({ signal }) => client.admins.getOne<Admin>(id, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

export async function createAdmin(form: AdminForm): Promise<void> {
  await client.admins.create<Admin>(form)
}

/** Updates an admin. If admins change their own password, signs them in again. */
export async function updateAdmin(id: string, changes: Partial<AdminForm>): Promise<void> {
  const { email } = await client.admins.update<Admin>(id, changes)
  // A new password invalidates all tokens of the admin.
  if (changes.password !== undefined && client.authStore.model?.id === id) await signIn(email, changes.password)
}

/** Deletes an admin. Deleting the signed-in admin ends the session. */
export async function deleteAdmin(id: string): Promise<void> {
  await client.admins.delete(id, { query: { explain: 1 } })
}
