import { cofferSettings, type Settings, validateAddresses } from '@coffer/schema'
import { countAdmins, findAdminByEmail } from '../auth/admins.ts'
import { changeAdmin, createAdmin, removeAdmin } from '../auth/saveAdmin.ts'
import { emptyAdminForm } from '../auth/validateAdmin.ts'
import type { Engine } from '../db/engine.ts'
import { print } from '../runtime/terminal.ts'
import { changeSettings, loadSettings } from '../settings/storedSettings.ts'
import { type CommonOptions, configOf } from './options.ts'
import { withDatabase } from './withDatabase.ts'

async function create(db: Engine, email: string, password: string): Promise<void> {
  await createAdmin(db, { ...emptyAdminForm, email, password, passwordConfirm: password })
  print`Created the administrator ${email}.`
}

async function setPassword(db: Engine, id: string, email: string, password: string): Promise<void> {
  await changeAdmin(db, id, ({ avatar }) => ({ ...emptyAdminForm, email, avatar, password, passwordConfirm: password }))
  print`Changed the password of ${email}.`
}

/** Creates an admin. */
export function adminCreate(email: string, password: string, options: CommonOptions): Promise<void> {
  return withDatabase('admin', options, db => create(db, email, password))
}

/** Sets the password of an admin, which invalidates all of the admin's tokens. */
export function adminUpdate(email: string, password: string, options: CommonOptions): Promise<void> {
  return withDatabase('admin', options, async db => {
    const admin = await findAdminByEmail(db, email)
    if (!admin) throw new Error(`There is no administrator ${email}.`)
    await setPassword(db, admin.id, email, password)
  })
}

/** Creates an admin, or sets the password of the admin who has the email. Scripts that prepare servers can repeat it. */
export function adminUpsert(email: string, password: string, options: CommonOptions): Promise<void> {
  return withDatabase('admin', options, async db => {
    const admin = await findAdminByEmail(db, email)
    await (admin ? setPassword(db, admin.id, email, password) : create(db, email, password))
  })
}

/** Deletes an admin. A missing admin is not an error. */
export function adminDelete(email: string, options: CommonOptions): Promise<void> {
  return withDatabase('admin', options, async db => {
    const admin = await findAdminByEmail(db, email)
    if (!admin) {
      print`There is no administrator ${email}.`
      return
    }
    if ((await countAdmins(db)) === 1) throw new Error(`${email} is the last administrator and cannot be deleted.`)
    await removeAdmin(db, admin.id)
    print`Deleted the administrator ${email}.`
  })
}

/** The list that lifts the limit of addresses. */
const everywhere = 'all'

function readAddresses(list: string): string[] {
  if (list === everywhere) return []
  const addresses = list.split(',').map(item => item.trim())
  const [wrong] = Object.keys(validateAddresses(addresses))
  if (wrong !== undefined)
    throw new Error(
      `"${addresses[Number(wrong)]}" is not an address or a network such as 10.0.0.0/8. Separate several with commas.`,
    )
  return addresses
}

const describeAddresses = (list: readonly string[]): string => (list.length === 0 ? 'any address' : list.join(', '))

/** Prints the addresses that admins can use, or replaces them. */
export function adminIps(list: string | undefined, options: CommonOptions): Promise<void> {
  const superuserIPs = list === undefined ? undefined : readAddresses(list)
  return withDatabase('admin', options, async db => {
    const { encryptionKey, fixedSettings } = configOf(options)
    if (superuserIPs === undefined) {
      const { superuserIPs: current } = cofferSettings(await loadSettings(db, encryptionKey, fixedSettings))
      print`Administrators can use the server from ${describeAddresses(current)}.`
      return
    }
    const change = (settings: Settings) => ({ ...settings, coffer: { ...cofferSettings(settings), superuserIPs } })
    await changeSettings(db, encryptionKey, change, fixedSettings)
    print`Administrators can now use the server from ${describeAddresses(superuserIPs)}.`
  })
}
