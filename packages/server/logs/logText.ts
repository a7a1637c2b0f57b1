/** Maximum bytes of a text in a log entry. Unauthenticated clients control most of these texts, for example URLs. */
export const maxLogTextBytes = 2_000
/** Maximum characters of error details as JSON. Longer details are logged as a truncated text. */
const maxDetailsLength = 8_000

const ellipsis = '…'

function truncate(text: string): string {
  // A UTF-16 unit takes at most three bytes, so short texts do not have to be measured.
  if (text.length * 3 <= maxLogTextBytes || Buffer.byteLength(text) <= maxLogTextBytes) return text
  const bytes = Buffer.from(text.slice(0, maxLogTextBytes)).subarray(0, maxLogTextBytes - Buffer.byteLength(ellipsis))
  // With `stream`, the decoder drops an incomplete character at the end.
  return new TextDecoder().decode(bytes, { stream: true }) + ellipsis
}

/** Names of parameters whose values are credentials: of files, mails, OAuth2 and, in referers, of other applications. */
const secretName =
  /^(?:(?:access|refresh|id|auth|reset|api|csrf|session)?[-_]?token|code|state|code[-_]?verifier|(?:client[-_]?)?secret|(?:old|new)?password(?:confirm)?|api[-_]?key|authorization|signature|sig)$/i
const parameter = /([?&#])([^?&#=\s"'<>]{1,100})=([^?&#\s"'<>]+)/g
/** A JSON Web Token: its header begins with `{"`, which is `eyJ` in base64. */
const jsonWebToken = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g
const authorization = /\b(authorization["']?\s*[:=]\s*["']?(?:(?:bearer|basic)\s+)?|bearer\s+)[\w.~+/=-]{8,}/gi

/** Every name above contains one of these words. Most texts contain none of them, which this faster check finds. */
const secretWord = /token|code|state|secret|password|key|authorization|sig/i

const mask = '***'

/** Decodes percent encoding; returns undefined when it is malformed. */
function decoded(text: string): string | undefined {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const isSecret = (name: string): boolean => secretName.test(decoded(name) ?? name)

const maskParameters = (text: string, maskValue: (value: string) => string): string =>
  text.replace(
    parameter,
    (_, separator: string, name: string, value: string) => `${separator}${name}=${isSecret(name) ? mask : maskValue(value)}`,
  )

/** Masks a value that is a URL with credentials. Checks one level of nesting only, because each level takes the same time again. */
function maskInner(value: string): string {
  const plain = decoded(value) ?? value
  return plain !== value && maskParameters(plain, inner => inner) !== plain ? mask : value
}

/** Whether a text can contain credentials in parameters. Checking each parameter takes several microseconds. */
const canContainSecret = (text: string): boolean => text.includes('=') && secretWord.test(decoded(text) ?? 'token')

/** Replaces credentials in a text with `***`: values of parameters with secret names, JSON Web Tokens and Authorization headers. */
export function maskSecrets(text: string): string {
  return (canContainSecret(text) ? maskParameters(text, maskInner) : text)
    .replace(jsonWebToken, mask)
    .replace(authorization, `$1${mask}`)
}

/** Prepares a text for the log: limits its length and masks credentials. */
export function logText(text: string): string {
  return text === '' ? text : truncate(maskSecrets(truncate(text)))
}

/** Prepares error details for the log: limits and masks each text, and limits the total length. */
export function logDetails(details: unknown): unknown {
  if (typeof details === 'string') return logText(details)
  if (typeof details !== 'object' || details === null) return details
  const json = JSON.stringify(details, (_, value) => (typeof value === 'string' ? logText(value) : value))
  return json.length <= maxDetailsLength ? JSON.parse(json) : logText(json)
}
