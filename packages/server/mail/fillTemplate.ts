import type { MailTemplate, Settings } from '@coffer/schema'
import type { StoredRecord } from '../records/rows/StoredRecord.ts'
import { shapeOf } from '../records/rows/shape.ts'
import { resolveUrl } from './resolveUrl.ts'

type Values = Readonly<Record<string, string>>

/** Replaces placeholders in one pass, so that a value that looks like a placeholder is not replaced again. */
const fill = (text: string, values: Values): string =>
  text.replace(/\{([A-Z_]+|RECORD:\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : placeholder,
  )

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes values for HTML text and attributes. */
const escaped = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replace(/[&<>"']/g, sign => entities[sign] ?? sign)]),
  )

/**
 * Replaces the placeholders of a mail template. Each part has its own placeholders, to which `more` adds: the subject only gets values
 * of the record. Unknown ones stay as written. The body is HTML, so its values are escaped: an application name such as `R&D <beta>` is
 * displayed as is and cannot break the markup.
 */
export function fillTemplate(
  { subject, body, actionUrl }: Pick<MailTemplate, 'subject' | 'body' | 'actionUrl'>,
  { meta }: Settings,
  token: string,
  more: Values = {},
): { subject: string; body: string } {
  const application = { APP_NAME: meta.appName, APP_URL: meta.appUrl }
  const withToken = { ...application, ...more, TOKEN: token }
  const link = resolveUrl(fill(actionUrl, withToken))
  const wholeBody = meta.appUrl.endsWith('/') ? body.replaceAll('{APP_URL}/', '{APP_URL}') : body
  const named = Object.fromEntries(Object.entries(more).filter(([name]) => name.startsWith('RECORD:')))
  return {
    subject: fill(subject, { ...application, ...named }),
    body: fill(wholeBody, escaped({ ...withToken, ACTION_URL: link })),
  }
}

/** Returns a value on one line, because subjects of mails have only one. */
const asText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value ?? '')).replaceAll(/\s+/g, ' ')

/**
 * Returns the values of a record for placeholders such as `{RECORD:name}` in the mails to it, by the name of the placeholder. Hidden
 * fields and secrets are not among them.
 */
export function recordPlaceholders({ collection, values }: StoredRecord): Record<string, string> {
  const columns = shapeOf(collection).columns.filter(({ secret, field }) => !secret && !field?.hidden)
  return Object.fromEntries(columns.map(({ name }) => [`RECORD:${name}`, asText(values[name])]))
}
