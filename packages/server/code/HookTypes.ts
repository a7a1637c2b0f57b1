import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const fileName = 'coffer.d.ts'
/** Interval at which the version of the collections is compared. */
const intervalMs = 1_000

/** With it, editors check files of hooks, which Node runs without a build. It is only written if there is none. */
const defaultConfig = `{
  "compilerOptions": {
    "strict": true,
    "noEmit": true,
    "target": "esnext",
    "module": "nodenext",
    "lib": ["esnext", "dom", "dom.iterable"],
    "erasableSyntaxOnly": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true
  }
}
`

interface TypesParts {
  folder: string
  /** Returns the version of the collections. */
  version: () => number
  /** Returns the types of the module that hooks import. */
  types: () => Promise<string>
  warn: (message: string, error: unknown) => void
}

/** Writes the types of the collections into a folder of hooks or migrations, at the start and when a collection changes. */
export class HookTypes {
  readonly #parts: TypesParts
  readonly #timer: NodeJS.Timeout
  #written: number | undefined
  #writing: Promise<void> = Promise.resolve()
  #hasFailed = false

  constructor(parts: TypesParts) {
    this.#parts = parts
    this.#update()
    this.#timer = setInterval(() => this.#update(), intervalMs).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
  }

  #update(): void {
    const version = this.#parts.version()
    // The folder of migrations is created with the first one.
    if (version === this.#written || !existsSync(this.#parts.folder)) return
    this.#written = version
    this.#writing = this.#writing
      .then(() => this.#write())
      .catch(error => {
        // A folder can be read-only where no one edits it.
        if (!this.#hasFailed) this.#parts.warn(`The types of hooks could not be written to ${fileName}.`, error)
        this.#hasFailed = true
      })
  }

  async #write(): Promise<void> {
    const { folder, types } = this.#parts
    const config = join(folder, 'tsconfig.json')
    if (!existsSync(config)) await writeFile(config, defaultConfig)
    const file = join(folder, fileName)
    const text = await types()
    if ((await readFile(file, 'utf8').catch(() => undefined)) === text) return
    await writeFile(`${file}.new`, text)
    await rename(`${file}.new`, file)
  }
}
