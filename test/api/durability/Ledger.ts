import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { storedFiles } from '../../harness/storedFiles.ts'

/** The values of a record in a storm; the others are derived from the number. */
export interface Content {
  n: number
  hasFile: boolean
}

/** The expected state of one record; `undefined` if it does not exist. */
interface Entry {
  acknowledged: Content | undefined
  /** The change that was sent and has no response yet. */
  underWay?: { content: Content | undefined }
}

interface Row {
  id: string
  n: number
  t: string
  f1: string
}

export function textOf(n: number): string {
  return `round ${n}`
}
export function fileContentOf(n: number): string {
  return `the content of round ${n} `.repeat(200)
}

const collectionId = 'mgscratch000001'

/** Records which writes were sent to a server and which of them it acknowledged. */
export class Ledger {
  readonly #dataDir: string
  readonly #entries = new Map<string, Entry>()
  /** The single record that all writers increment. */
  readonly counter = { id: '', acknowledged: 0, sent: 0 }
  acknowledgements = 0

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  begin(id: string, content: Content | undefined): void {
    const known = this.#entries.get(id)
    this.#entries.set(id, { acknowledged: known?.acknowledged, underWay: { content } })
  }

  acknowledge(id: string, content: Content | undefined): void {
    this.#entries.set(id, { acknowledged: content })
    this.acknowledgements += 1
  }

  /** Lists the differences between the acknowledged writes and the rows and files of the server. */
  mismatches(rows: readonly Row[]): string[] {
    const byId = new Map(rows.map(row => [row.id, row]))
    const lost = [...this.#entries].flatMap(([id, { acknowledged, underWay }]) => {
      const possible = [acknowledged, ...(underWay ? [underWay.content] : [])]
      const row = byId.get(id)
      const isRight = possible.some(content =>
        content === undefined ? row === undefined : row !== undefined && this.#holds(row, content),
      )
      return isRight
        ? []
        : [`${id} is ${JSON.stringify(row)} and not one of ${JSON.stringify(possible.map(content => content ?? 'gone'))}`]
    })
    const strangers = rows
      .filter(({ id, t }) => t.startsWith('round') && !this.#entries.has(id))
      .map(({ id }) => `${id} is a stranger`)
    const { id, acknowledged, sent } = this.counter
    const count = byId.get(id)?.n ?? 0
    const counted = count >= acknowledged && count <= sent ? [] : [`${count} counted, ${acknowledged} acknowledged, ${sent} sent`]
    return [...lost, ...strangers, ...counted]
  }

  /**
   * Lists stored files that no record refers to, except files of acknowledged uploads: their removal may have been interrupted when
   * the server was killed.
   */
  leftFiles(rows: readonly Row[]): string[] {
    const named = new Set(rows.map(({ id, f1 }) => `storage/${collectionId}/${id}/${f1}`))
    const unnamed = storedFiles(this.#dataDir, collectionId).filter(file => !named.has(file))
    return unnamed.filter(file => {
      const [, , id = ''] = file.split('/')
      const n = this.#entries.get(id)?.underWay?.content?.n
      const isUnanswered = n !== undefined && readFileSync(join(this.#dataDir, file), 'utf8') === fileContentOf(n)
      return isUnanswered || file.endsWith('.tmp')
    })
  }

  #holds({ id, n, t, f1 }: Row, content: Content): boolean {
    if (n !== content.n || t !== textOf(n) || (f1 !== '') !== content.hasFile) return false
    if (f1 === '') return true
    const path = join(this.#dataDir, 'storage', collectionId, id, f1)
    return existsSync(path) && readFileSync(path, 'utf8') === fileContentOf(n)
  }

  /** Opens the database directly, to read what has been committed so far. */
  openWitness(): { mismatch: (id: string, content: Content | undefined) => string | undefined; close: () => void } {
    const database = new DatabaseSync(join(this.#dataDir, 'data.db'), { readOnly: true, timeout: 30_000 })
    const statement: StatementSync = database.prepare('SELECT id, n, t, f1 FROM scratch WHERE id = ?')
    return {
      mismatch: (id, content) => {
        const row = statement.get(id) as Row | undefined
        const isRight = content === undefined ? row === undefined : row !== undefined && this.#holds(row, content)
        return isRight ? undefined : `${id} was answered as ${JSON.stringify(content ?? 'gone')} and is ${JSON.stringify(row)}`
      },
      close: () => database.close(),
    }
  }
}
