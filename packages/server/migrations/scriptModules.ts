import { createHash, createHmac, randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function randomStringWithAlphabet(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

const randomString = (length: number): string => randomStringWithAlphabet(length, letters)
const hash = (algorithm: string) => (text: string) => createHash(algorithm).update(text).digest('hex')
const sign = (algorithm: string) => (text: string, secret: string) => createHmac(algorithm, secret).update(text).digest('hex')

/** `$security` of 0.22. */
export const security = {
  randomString,
  randomStringWithAlphabet,
  pseudorandomString: randomString,
  pseudorandomStringWithAlphabet: randomStringWithAlphabet,
  md5: hash('md5'),
  sha256: hash('sha256'),
  sha512: hash('sha512'),
  hs256: sign('sha256'),
  hs512: sign('sha512'),
}

/** The part of `$os` of 0.22 that reads. Files are read as bytes. */
export const os = {
  getenv: (name: string): string => process.env[name] ?? '',
  getwd: (): string => process.cwd(),
  readFile: (path: string): number[] => [...readFileSync(path)],
  readDir: (path: string) =>
    readdirSync(path, { withFileTypes: true }).map(entry => ({ name: () => entry.name, isDir: () => entry.isDirectory() })),
}

/** Returns functions of 0.22 that are not offered in migrations, which throw an error with advice, also with `new`. */
export function missingFunctions(advice: Readonly<Record<string, string>>): Record<string, () => never> {
  const missing = Object.entries(advice).map(([name, text]): [string, () => never] => [
    name,
    // An arrow function cannot be called with `new`, so its error would be another one.
    function fail(): never {
      throw new TypeError(`${name} is not offered in migrations. ${text}`)
    },
  ])
  return Object.fromEntries(missing)
}

/**
 * Returns a global of 0.22 that is not offered in migrations.
 * @param advice a sentence about what to do instead
 */
export function withoutMembers(name: string, advice: string): object {
  return new Proxy(
    {},
    {
      get: (_, member) => {
        if (typeof member === 'symbol') return undefined
        throw new TypeError(`${name}.${member} is not offered in migrations. ${advice}`)
      },
    },
  )
}
