import { createContext, runInContext } from 'node:vm'
import { Admin } from '../pb/Admin.ts'
import { Collection } from '../pb/Collection.ts'
import { Dao } from '../pb/Dao.ts'
import { DateTime } from '../pb/DateTime.ts'
import type { Host } from '../pb/Host.ts'
import { Record } from '../pb/Record.ts'
import { Schema } from '../pb/Schema.ts'
import { SchemaField } from '../pb/SchemaField.ts'
import { createRequire } from './createRequire.ts'
import { notOffered } from './notOffered.ts'
import { missingFunctions, os, security, withoutMembers } from './scriptModules.ts'

type Work = (db: object) => unknown

export interface Migration {
  up: Work
  down: Work | undefined
}

/** Lets scripts recognize errors of the server, which belong to another context, with `error instanceof Error`. */
const recognizeErrors = `isError => Object.defineProperty(Error, Symbol.hasInstance, {
  value(error) { return Function.prototype[Symbol.hasInstance].call(this, error) || (this === Error && isError(error)) },
})`

/** The classes of 0.22 can be called without `new`, as in `Dao(db)`. */
const callable = <Class extends object>(target: Class): Class =>
  new Proxy(target, { apply: (called, _, args) => Reflect.construct(called as never, args) })

/**
 * Runs a migration file in a context of its own, which has the globals of migrations in 0.22.
 * @returns what it gives to `migrate()`; undefined if it does not call it
 * @throws what the script throws, and SyntaxErrors
 */
export function createScriptContext(host: Host, path: string, source: string): Migration | undefined {
  let migration: Migration | undefined
  const log = (...parts: unknown[]): void => host.print(parts.map(String).join(' '))
  class ScriptDao extends Dao {
    constructor() {
      super(host)
    }
  }
  Object.assign(ScriptDao.prototype, missingFunctions(notOffered.dao))
  const context = createContext({
    ...missingFunctions(notOffered.globals),
    migrate: (up: Work, down?: Work | null) => {
      migration = { up, down: down ?? undefined }
    },
    Dao: callable(ScriptDao),
    Record: callable(Record),
    Collection: callable(Collection),
    Schema: callable(Schema),
    SchemaField: callable(SchemaField),
    Admin: callable(Admin),
    DateTime: callable(DateTime),
    arrayOf: () => [],
    DynamicModel: callable(Object),
    unmarshal: (data: object, target: object) => Object.assign(target, data),
    sleep: (milliseconds: number) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds),
    console: { log, info: log, warn: log, error: log, debug: log },
    process: { env: { ...process.env } },
    $security: security,
    $os: os,
    $filepath: withoutMembers('$filepath', 'Write paths as texts.'),
    $http: withoutMembers('$http', 'Request the data before, and read it from a file with $os.readFile(…).'),
    $dbx: withoutMembers('$dbx', 'Write the statement with db.newQuery(…).'),
    $tokens: withoutMembers('$tokens', 'Tokens are issued by the API.'),
  })
  context.require = createRequire(context, path)
  runInContext(recognizeErrors, context)((error: unknown) => error instanceof Error)
  runInContext(source, context, { filename: path })
  return migration
}
