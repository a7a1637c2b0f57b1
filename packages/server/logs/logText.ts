/** Bytes that one text of a log entry may have. Guests choose most of these texts, and requests are logged by the thousand. */
export const maxLogTextBytes = 2_000
/** JSON characters that an object of details may have; a longer one is logged as a text. */
const maxDetailsLength = 8_000

const ellipsis = '…'

const cut = (text: string): string => {
  // A UTF-16 unit takes at most three bytes, so most texts need not be measured.
  if (text.length * 3 <= maxLogTextBytes || Buffer.byteLength(text) <= maxLogTextBytes) return text
  const bytes = Buffer.from(text.slice(0, maxLogTextBytes)).subarray(0, maxLogTextBytes - Buffer.byteLength(ellipsis))
  // As a part of a stream, a character that was cut in two is left out.
  return new TextDecoder().decode(bytes, { stream: true }) + ellipsis
}

/** Parameters whose values are credentials: of files, mails and OAuth2, and of other programs whose addresses are referers. */
const secretName =
  /^(?:(?:access|refresh|id|auth|reset|api|csrf|session)?[-_]?token|code|state|code[-_]?verifier|(?:client[-_]?)?secret|(?:old|new)?password(?:confirm)?|api[-_]?key|authorization|signature|sig)$/i
const parameter = /([?&#])([^?&#=\s"'<>]{1,100})=([^?&#\s"'<>]+)/g
/** A JSON Web Token: its header begins with `{"`, which is `eyJ` in base64. */
const jsonWebToken = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g
const authorization = /\b(authorization["']?\s*[:=]\s*["']?(?:(?:bearer|basic)\s+)?|bearer\s+)[\w.~+/=-]{8,}/gi

/** Part of every name above: most texts have none of these words, and are not looked at closely. */
const secretWord = /token|code|state|secret|password|key|authorization|sig/i

const mask = '***'

/** Decodes percent encoding; returns undefined when it is malformed. */
const decoded = (text: string): string | undefined => {
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

/** Masks a value that is an address with credentials. Not deeper: each further level would take as long once more. */
const maskInner = (value: string): string => {
  const plain = decoded(value) ?? value
  return plain !== value && maskParameters(plain, inner => inner) !== plain ? mask : value
}

/** Whether a text has to be looked at parameter by parameter, which takes several microseconds. */
const mayHoldSecret = (text: string): boolean => text.includes('=') && secretWord.test(decoded(text) ?? 'token')

/** Replaces credentials in a text by `***`: values of parameters with telling names, JSON Web Tokens and Authorization headers. */
export const maskSecrets = (text: string): string =>
  (mayHoldSecret(text) ? maskParameters(text, maskInner) : text).replace(jsonWebToken, mask).replace(authorization, `$1${mask}`)

/** Prepares a text for the log: limits its length and masks the credentials in it. */
export const logText = (text: string): string => (text === '' ? text : cut(maskSecrets(cut(text))))

/** Prepares the details of an error for the log: every text in them, and their length as a whole. */
export const logDetails = (details: unknown): unknown => {
  if (typeof details === 'string') return logText(details)
  if (typeof details !== 'object' || details === null) return details
  const json = JSON.stringify(details, (_, value) => (typeof value === 'string' ? logText(value) : value))
  return json.length <= maxDetailsLength ? JSON.parse(json) : logText(json)
}
