import type { Time } from '../../pb/DateTime.ts'
import type { Plain } from '../../pb/Host.ts'

const sameSites = ['', '', 'Lax', 'Strict', 'None']
/** The year 1601, before which Go writes no date. */
const firstExpiryMs = -11_644_473_600_000

/** Returns the milliseconds of a date of a script or of a model, or of its text; undefined if there is none. */
function momentOf(date: unknown): number | undefined {
  if (date === null || date === undefined || date === '') return undefined
  const given = date as { unixMilli?: () => number; time?: () => Time }
  const ms = given.unixMilli?.() ?? given.time?.().unixMilli() ?? new Date(date as Date | string).getTime()
  return ms >= firstExpiryMs ? ms : undefined
}

/** Returns the characters that a value can have, in quotes if it needs them. Others, such as a semicolon, would begin another attribute. */
function quotedValue(text: string): string {
  const valid = text.replaceAll(/[^ !#-:<-[\]-~]/g, '')
  return /[ ,]/.test(valid) ? `"${valid}"` : valid
}

function domainOf(text: string): string {
  return /^\.?[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(text) ? text.replace(/^\./, '') : ''
}

/** A cookie, as in 0.22. */
export class Cookie {
  name = ''
  value = ''
  path = ''
  domain = ''
  /** A `Date` or a date of a record. */
  expires: unknown = null
  /** Seconds; negative numbers delete the cookie. */
  maxAge = 0
  secure = false
  httpOnly = false
  sameSite = 0

  constructor(data: Plain = {}) {
    Object.assign(this, data)
  }

  /** Returns the header as Go writes it; undefined if the name is invalid. */
  toHeader(): string | undefined {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(this.name)) return undefined
    const path = String(this.path).replaceAll(/[^ -:<-~]/g, '')
    const domain = domainOf(String(this.domain))
    const expiresMs = momentOf(this.expires)
    const sameSite = sameSites[this.sameSite]
    return [
      `${this.name}=${quotedValue(String(this.value))}`,
      path && `Path=${path}`,
      domain && `Domain=${domain}`,
      expiresMs !== undefined && `Expires=${new Date(expiresMs).toUTCString()}`,
      this.maxAge !== 0 && `Max-Age=${Math.max(Number(this.maxAge), 0)}`,
      this.httpOnly && 'HttpOnly',
      this.secure && 'Secure',
      sameSite && `SameSite=${sameSite}`,
    ]
      .filter(Boolean)
      .join('; ')
  }
}
