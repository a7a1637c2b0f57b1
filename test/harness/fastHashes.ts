import bcrypt from 'bcrypt'
import { afterAll, beforeAll } from 'vitest'

/** The cost of stored passwords. */
const storedCost = 12

const { genSalt } = bcrypt

let isFast = true

/**
 * Makes the server in the process of the tests hash new passwords with the smallest cost of bcrypt instead of 0.2 seconds of a core. The
 * server itself has no such option, so nobody can lower the cost of stored passwords outside of tests.
 */
bcrypt.genSalt = ((cost: number, version: 'a' | 'b') =>
  genSalt(isFast && cost === storedCost ? 4 : cost, version)) as typeof genSalt

/** Call it at the top of a file whose tests look at the cost of stored passwords. */
export function hashAtStoredCost(): void {
  beforeAll(() => {
    isFast = false
  })
  afterAll(() => {
    isFast = true
  })
}
