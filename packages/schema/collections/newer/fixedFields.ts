import type { AuthOptions } from '../collectionOptions.ts'
import { newerFieldId } from './newerIds.ts'

const system = { help: '', hidden: false, presentable: false, system: true } as const
const text = { autogeneratePattern: '', max: 0, min: 0, pattern: '', primaryKey: false, type: 'text' } as const

/** Returns a text field that is part of the system. */
export function systemTextField(name: string) {
  return { ...system, ...text, id: newerFieldId({ type: 'text', name }), name, required: true }
}

/** Returns the field with the id of each record. */
export function idField(isView: boolean) {
  return {
    ...systemTextField('id'),
    ...(isView ? {} : { autogeneratePattern: '[a-z0-9]{15}', max: 15, min: 15 }),
    pattern: '^[a-z0-9]+$',
    primaryKey: true,
  }
}

const date = { hidden: false, presentable: false, system: false, type: 'autodate', onCreate: true }

/** The fields with the dates of each record. */
export const dateFields = [
  { ...date, id: 'autodate2990389176', name: 'created', onUpdate: false },
  { ...date, id: 'autodate3332085495', name: 'updated', onUpdate: true },
] as const

/** Returns a field with the hash of a password. */
export function systemPasswordField(options: { cost: number; min: number }) {
  const password = { id: 'password901924565', max: 0, name: 'password', pattern: '', required: true, type: 'password' }
  return { ...system, ...password, ...options, hidden: true }
}

type EmailOptions = Pick<AuthOptions, 'exceptEmailDomains' | 'onlyEmailDomains' | 'requireEmail'>

/** Returns the fields that users and superusers have. */
export function authFields(options: EmailOptions & Pick<AuthOptions, 'minPasswordLength'>) {
  return [
    systemPasswordField({ cost: 10, min: options.minPasswordLength }),
    { ...systemTextField('tokenKey'), autogeneratePattern: '[a-zA-Z0-9_]{50}', hidden: true, max: 60, min: 30 },
    {
      ...system,
      exceptDomains: options.exceptEmailDomains,
      id: 'email3885137012',
      name: 'email',
      onlyDomains: options.onlyEmailDomains,
      required: options.requireEmail,
      type: 'email',
    },
    { ...system, id: 'bool1547992806', name: 'emailVisibility', required: false, type: 'bool' },
    { ...system, id: 'bool256245529', name: 'verified', required: false, type: 'bool' },
  ]
}

/** The field that only users have. */
export const usernameField = {
  ...systemTextField('username'),
  autogeneratePattern: 'users[0-9]{6}',
  max: 150,
  min: 3,
  pattern: '^[\\w][\\w\\.\\-]*$',
  system: false,
}
