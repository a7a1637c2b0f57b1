import { type Field, fieldTypes } from '@coffer/fields'
import type { AuthCollection } from '@coffer/schema'

const field = (id: string, name: string, type: Field['type'], options: object): Field => ({
  system: false,
  id,
  name,
  type,
  required: false,
  presentable: false,
  unique: false,
  options: fieldTypes[type].options.parse(options) as Record<string, unknown>,
})

/** The auth collection of a new directory. */
export function usersCollection(now: string): AuthCollection {
  return {
    id: '_pb_users_auth_',
    created: now,
    updated: now,
    name: 'users',
    type: 'auth',
    system: false,
    schema: [
      field('users_name', 'name', 'text', {}),
      field('users_avatar', 'avatar', 'file', {
        mimeTypes: ['image/jpeg', 'image/png', 'image/svg+xml', 'image/gif', 'image/webp'],
        maxSelect: 1,
        maxSize: 5_242_880,
      }),
    ],
    indexes: [],
    listRule: 'id = @request.auth.id',
    viewRule: 'id = @request.auth.id',
    createRule: '',
    updateRule: 'id = @request.auth.id',
    deleteRule: 'id = @request.auth.id',
    options: {
      allowEmailAuth: true,
      allowOAuth2Auth: true,
      allowUsernameAuth: true,
      exceptEmailDomains: null,
      manageRule: null,
      minPasswordLength: 8,
      onlyEmailDomains: null,
      onlyVerified: false,
      requireEmail: false,
    },
  }
}
