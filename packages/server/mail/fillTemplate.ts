import type { MailTemplate, Settings } from '@coffer/schema'
import { resolveUrl } from './resolveUrl.ts'

type Values = Readonly<Record<string, string>>

/** One pass over the text: a value that looks like a placeholder stays what it is. */
const fill = (text: string, values: Values): string =>
  text.replace(/\{([A-Z_]+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : placeholder,
  )

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** What reads as the values themselves wherever in a page they stand, also as an attribute. */
const escaped = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.replace(/[&<>"']/g, sign => entities[sign] ?? sign)]),
  )

/**
 * Puts the values of a mail in place of its placeholders. Each part has its own; one that it does not know stays as written. The
 * body is a page: an application called `R&D <beta>` is called so there too, and no value closes what an administrator wrote around it.
 */
export const fillTemplate = (
  { subject, body, actionUrl }: Pick<MailTemplate, 'subject' | 'body' | 'actionUrl'>,
  { meta }: Settings,
  token: string,
): { subject: string; body: string } => {
  const application = { APP_NAME: meta.appName, APP_URL: meta.appUrl }
  const withToken = { ...application, TOKEN: token }
  const link = resolveUrl(fill(actionUrl, withToken))
  return { subject: fill(subject, application), body: fill(body, escaped({ ...withToken, ACTION_URL: link })) }
}
