import PocketBase, { type AuthModel } from 'pocketbase'

export interface Session {
  token: string
  model: AuthModel
}

const signingIn = /^await pb\.\S+\.authWithPassword\('YOUR_EMAIL', 'YOUR_PASSWORD'\)$/m

/** The environment of the program. */
export interface Surroundings {
  /** The chosen file of every file input, or a function that returns the file of a named input. */
  file?: File | ((input: string) => File)
  /** Texts to replace before the sample runs. */
  replacing?: Readonly<Record<string, string>>
  /** A session that replaces the slow sign-in with a password. */
  session?: Session
  /** Receives the output of the program. */
  print?: (...values: unknown[]) => void
}

const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => (...values: unknown[]) => Promise<unknown>

const replaceAll = (text: string, pairs: Readonly<Record<string, string>>): string =>
  Object.entries(pairs).reduce((result, [from, to]) => result.replaceAll(from, to), text)

/**
 * Runs a JavaScript sample unchanged, except for its import.
 * @returns the constants that it declares, and its client as `pb`
 */
export async function runSample(
  sample: string,
  { file, replacing = {}, session, print = () => {} }: Surroundings = {},
): Promise<Record<string, unknown> & { pb: PocketBase }> {
  const importing = "// npm i pocketbase@0.21\nimport PocketBase from 'pocketbase'\n"
  if (!sample.startsWith(importing)) throw new Error(`The sample does not import the client: ${sample}`)
  const program = replaceAll(sample.slice(importing.length), replacing)
  const code = session ? program.replace(signingIn, 'pb.authStore.save(session.token, session.model)') : program
  const names = [...code.matchAll(/^const (\w+) =/gm)].map(([, name]) => name)
  const chosen = (selector: string) => (typeof file === 'function' ? file(/name="(\w+)"/.exec(selector)?.[1] ?? '') : file)
  const document = { querySelector: (selector: string) => ({ files: [chosen(selector)] }) }
  const values = { PocketBase, document, session, console: { log: print } }
  const run = new AsyncFunction(...Object.keys(values), `${code}\nreturn { ${names.join(', ')} }`)
  return (await run(...Object.values(values))) as Record<string, unknown> & { pb: PocketBase }
}
