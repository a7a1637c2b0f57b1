import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocsSubject } from '../../../packages/dashboard/screens/apiDocs/DocsSubject.ts'
import { samplesDir } from '../../harness/paths.ts'

/** A user or admin with credentials. */
interface Account {
  email: string
  username?: string
  password: string
}

/** Values for the placeholders that the comments of samples describe. */
export interface Knowledge {
  /** By collection, and `admin`. */
  accounts: Record<string, Account>
  /**
   * Values of placeholders, by collection or by collection and endpoint (`posts` or `posts update`); the latter takes precedence.
   */
  values: Record<string, Record<string, string>>
  /** Returns the id of any record of a collection. */
  idIn: (collection: string) => Promise<string>
}

const instruction = /^\/\/ Replace (\w+(?: and \w+)*) with (.*)$/gm

/** Returns the replacements that the comments of a sample ask for, as a user who knows the records would choose them. */
export async function followComments(
  sample: string,
  { collection: { name } }: DocsSubject,
  endpoint: string,
  { accounts, values, idIn }: Knowledge,
): Promise<Record<string, string>> {
  const known = { ...values[name], ...values[`${name} ${endpoint}`] }
  const replacing: Record<string, string> = {}
  for (const [, placeholders = '', advice = ''] of sample.matchAll(instruction)) {
    const collection = /\brecord of (\w+)/.exec(advice)?.[1] ?? (advice.includes('an admin') ? 'admin' : name)
    for (const placeholder of placeholders.split(' and ')) {
      const { email, username, password } = { ...accounts[collection], ...accounts[`${name} ${endpoint}`] }
      const own = { YOUR_EMAIL: email, YOUR_USERNAME: username, YOUR_PASSWORD: password }[placeholder]
      const value = known[placeholder] ?? own ?? (placeholder.includes('ID') ? await idIn(collection) : undefined)
      if (value === undefined) throw new Error(`Nothing to put in place of ${placeholder}: ${advice}`)
      replacing[placeholder] = value
    }
  }
  return replacing
}

const files: Record<string, string> = {
  'image/png': 'square.png',
  'image/jpeg': 'photo.jpg',
  'image/svg+xml': 'logo.svg',
  'text/plain': 'note.txt',
}

/** Returns a function that chooses a file for an input, of the first type that its field accepts. */
export async function fileChooser({ collection }: DocsSubject): Promise<(input: string) => File> {
  const read = async (type: string) =>
    new File([await readFile(join(samplesDir, 'files', files[type] ?? 'note.txt'))], files[type] ?? '', { type })
  const loaded = new Map(await Promise.all(Object.keys(files).map(async type => [type, await read(type)] as const)))
  return input => {
    const types = collection.schema.find(({ name }) => name === input)?.options.mimeTypes as string[] | undefined
    const file = loaded.get(types?.[0] ?? 'text/plain')
    if (file === undefined) throw new Error(`There is no file of the types ${types}.`)
    return file
  }
}
