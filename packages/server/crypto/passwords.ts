import { longestPassword } from '@coffer/schema'
import { Semaphore } from '../runtime/Semaphore.ts'
import { randomSecret } from './randomText.ts'

/** Loaded with the first password: most threads never see one. */
const bcrypt = () => import('@node-rs/bcrypt')

/** Passwords are worked on in the threads that also bring changes onto the disk, which must not all be at passwords. */
const semaphore = new Semaphore({ maxConcurrent: 2 })

/** As 0.22 servers write them, so that they can check ours. */
const format = { cost: 12, version: '2a' } as const

/** Throws when a password need not be worked on any more. */
type StillWanted = () => Promise<unknown>

const always: StillWanted = async () => undefined

/**
 * Hashes a password (at most 72 bytes) with bcrypt, off the calling thread.
 * @param stillWanted asked when the turn has come, which may be long after
 */
export const hashPassword = async (password: string, stillWanted = always): Promise<string> => {
  const { hash } = await bcrypt()
  return semaphore.run(async () => {
    await stillWanted()
    return hash(password, format)
  })
}

/** A hash of no one's password: checked against when an account is unknown, so that an answer takes as long. */
const unknownAccountHash = '$2a$12$C6UzMDM.H6dfI/f/IKcEeO5h9S1xCkXlHqyqrxnJPtC1KWwMdvSM6'

let unknown: Promise<string> | undefined

/** A hash of a password that nobody knows, for accounts that have none. Made once: it opens one of them as little as all. */
export const unknownPasswordHash = (): Promise<string> => {
  unknown ??= hashPassword(randomSecret(longestPassword))
  return unknown
}

/**
 * Whether the password has this hash. Without a hash it takes the same time and is false.
 * @param stillWanted asked when the turn has come, which may be long after
 */
export const isPassword = async (password: string, passwordHash: string | undefined, stillWanted = always): Promise<boolean> => {
  const { compare } = await bcrypt()
  const matches = await semaphore.run(async () => {
    await stillWanted()
    // What is stored may be no hash at all.
    return compare(password, passwordHash || unknownAccountHash).catch(() => false)
  })
  return matches && Boolean(passwordHash)
}
