import type * as coffer from './moduleTypes.d.ts'

/** The module that hooks import as `coffer`. It must import only types, because it is loaded beside the modules of the process. */
interface Host {
  register: (collection: string, hooks: coffer.RecordHooks<never>) => void
  schedule: typeof coffer.schedule
  access: (as: 'server' | { collection: string; id: string }) => coffer.DataAccess
  mail: coffer.Mailer
}

const host = (globalThis as unknown as Record<symbol, Host>)[Symbol.for('coffer.hooks')] as Host

export const onRecord: typeof coffer.onRecord = (collection, hooks) => host.register(collection, hooks)

export const schedule: typeof coffer.schedule = (name, cron, run) => host.schedule(name, cron, run)

export const reject: typeof coffer.reject = (message, issues = {}) => {
  throw Object.assign(new Error(message), { [Symbol.for('coffer.rejection')]: issues })
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString().replace('T', ' ') : String(value))

/** Returns a value as a literal of a filter, which no text can end. */
function literal(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : textOf(value)
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

export const filter: typeof coffer.filter = (expression, values) =>
  expression.replaceAll(/\{:(\w+)\}/g, (parameter, name) => (Object.hasOwn(values, name) ? literal(values[name]) : parameter))

export const data: typeof coffer.data = host.access('server')

export const dataAs: typeof coffer.dataAs = (collection, id) => host.access({ collection, id })

export const mail: typeof coffer.mail = host.mail
