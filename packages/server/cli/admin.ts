import { setTimeout as wait } from 'node:timers/promises'
import { emptyAdminForm } from '../auth/AdminForm.ts'
import { countAdmins, findAdminByEmail } from '../auth/admins.ts'
import { changeAdmin, createAdmin, removeAdmin } from '../auth/saveAdmin.ts'
import { isServed } from '../dataDirectory/lockDirectory.ts'
import { openForCommand } from '../dataDirectory/openDatabase.ts'
import type { Engine } from '../db/engine.ts'
import { printStatements } from '../db/printStatements.ts'
import { externalChangeIntervalMs } from '../db/sqlite/SqliteWriter.ts'
import { explainDirectory } from './explain.ts'
import { type CommonOptions, configOf } from './options.ts'

/**
 * Opens the database for one task. A running server notices the change afterwards, so that invalidated tokens stop working
 * immediately.
 */
const withDatabase = async (options: CommonOptions, work: (db: Engine) => Promise<void>): Promise<void> => {
  const config = configOf(options)
  const { dataDir } = config
  if (options.dev) printStatements('admin')
  const db = await openForCommand(config).catch(error => {
    throw new Error(explainDirectory(error, dataDir), { cause: error })
  })
  try {
    await work(db)
  } finally {
    await db.close()
    if (config.database !== undefined || isServed(dataDir)) await wait(2 * externalChangeIntervalMs)
  }
}

/** Creates an admin. */
export const adminCreate = (email: string, password: string, options: CommonOptions): Promise<void> =>
  withDatabase(options, async db => {
    await createAdmin(db, { ...emptyAdminForm, email, password, passwordConfirm: password })
    console.log(`Created the administrator ${email}.`)
  })

/** Sets the password of an admin, which invalidates all of the admin's tokens. */
export const adminUpdate = (email: string, password: string, options: CommonOptions): Promise<void> =>
  withDatabase(options, async db => {
    const admin = await findAdminByEmail(db, email)
    if (!admin) throw new Error(`There is no administrator ${email}.`)
    await changeAdmin(db, admin.id, ({ avatar }) => ({ ...emptyAdminForm, email, avatar, password, passwordConfirm: password }))
    console.log(`Changed the password of ${email}.`)
  })

/** Deletes an admin. A missing admin is not an error. */
export const adminDelete = (email: string, options: CommonOptions): Promise<void> =>
  withDatabase(options, async db => {
    const admin = await findAdminByEmail(db, email)
    if (!admin) {
      console.log(`There is no administrator ${email}.`)
      return
    }
    if ((await countAdmins(db)) === 1) throw new Error(`${email} is the last administrator and cannot be deleted.`)
    await removeAdmin(db, admin.id)
    console.log(`Deleted the administrator ${email}.`)
  })
