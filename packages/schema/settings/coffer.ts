import { group, type Issue, integer, setting } from '@coffer/fields'
import * as v from 'valibot'
import { collectIssues, type Issues } from '../issues/Issues.ts'
import { atLeast, atMost, blank, required } from '../issues/rules.ts'

/** Limits of requests to `/api/batch`. `timeout` is in seconds, `maxBodySize` in bytes; 0 is the default size. */
const batch = group({
  enabled: setting(v.boolean(), false),
  maxRequests: setting(integer, 50),
  timeout: setting(integer, 3),
  maxBodySize: setting(integer, 0),
})

/** One limit: `label` names the requests, `audience` is '', `@guest` or `@auth`, and `duration` is in seconds. */
const rateLimitRule = group({
  label: setting(v.string(), ''),
  audience: setting(v.string(), ''),
  duration: setting(integer, 0),
  maxRequests: setting(integer, 0),
})

export type RateLimitRule = v.InferOutput<typeof rateLimitRule>

const rule = (label: string, maxRequests: number, duration: number): RateLimitRule => ({
  label,
  audience: '',
  duration,
  maxRequests,
})

/** The limits of requests of each client address. `excludedIPs` are addresses and ranges without limits. */
const rateLimits = group({
  rules: setting(v.array(rateLimitRule), [
    rule('*:auth', 2, 3),
    rule('*:create', 20, 5),
    rule('/api/batch', 3, 1),
    rule('/api/', 300, 10),
  ]),
  excludedIPs: setting(v.array(v.string()), []),
  enabled: setting(v.boolean(), false),
})

export type RateLimits = v.InferOutput<typeof rateLimits>

/** What PocketBase 0.22 does not have. It ignores the group, so that it can still open the directory. */
export const coffer = group({
  /** The dialect of requests that show none, and the meaning of rules: as in 0.22, or as in 0.23 and later. */
  dialect: setting(v.picklist(['v022', 'today']), 'v022'),
  batch: v.optional(batch, {}),
  rateLimits: v.optional(rateLimits, {}),
  /** The addresses and ranges from which admins can send requests; all if it is empty. */
  superuserIPs: setting(v.array(v.string()), []),
})

export type CofferSettings = v.InferOutput<typeof coffer>

const defaults = v.parse(coffer, {})

/** Returns the settings that PocketBase 0.22 does not have; the defaults if none are stored. */
export function cofferSettings({ coffer: stored }: { coffer?: CofferSettings | undefined }): CofferSettings {
  return stored ?? defaults
}

/** A path, with or without a method, or the kind of requests of a collection or of all. */
const rateLimitLabel = /^(?:(?:[A-Z]+ )?\/[\w/-]*|(?:\w+|\*):\w+)$/

const audiences = ['', '@guest', '@auth']
const maxRules = 200
const maxAddresses = 200
const maxRequests = 1_000_000
const maxDurationSeconds = 86_400

/** Validates one limit. */
export function validateRateLimitRule({ label, audience, duration, maxRequests: requests }: RateLimitRule): Issues {
  const labelIssue: Issue | undefined =
    required(label) ??
    (rateLimitLabel.test(label) ? undefined : { code: 'validation_match_invalid', message: 'Must be in a valid format.' })
  if (labelIssue) return { label: labelIssue }
  return collectIssues({
    audience: audiences.includes(audience) ? undefined : { code: 'validation_in_invalid', message: 'Must be a valid value.' },
    duration: required(duration) ?? atLeast(duration, 1) ?? atMost(duration, maxDurationSeconds),
    maxRequests: required(requests) ?? atLeast(requests, 1) ?? atMost(requests, maxRequests),
  })
}

const address = v.pipe(v.string(), v.ip())

function isAddressOrRange(text: string): boolean {
  const [ip = '', bits, ...rest] = text.split('/')
  if (rest.length > 0 || !v.is(address, ip)) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (ip.includes(':') ? 128 : 32))
}

/** Validates a list of addresses and ranges such as `10.0.0.0/8`; issues are named by position. */
export function validateAddresses(list: readonly string[]): Issues {
  const issue = { code: 'validation_invlaid_ip_or_subnet', message: 'Invalid IP or CIDR subnet.' }
  return collectIssues(Object.fromEntries(list.map((text, index) => [index, isAddressOrRange(text) ? undefined : issue])))
}

const tooLong = (max: number): Issue => ({
  code: 'validation_length_too_long',
  message: `The length must be no more than ${max}.`,
})

function validateRateLimits({ rules, excludedIPs }: RateLimits): Issues {
  if (rules.length > maxRules) return { rules: tooLong(maxRules) }
  return collectIssues({
    rules: collectIssues(Object.fromEntries(rules.map((one, index) => [index, validateRateLimitRule(one)]))),
    excludedIPs: validateAddresses(excludedIPs),
  })
}

/** Validates what PocketBase 0.22 does not have. */
export function validateCoffer(settings: CofferSettings): Issues {
  const { enabled, maxRequests: requests, timeout, maxBodySize } = settings.batch
  const { superuserIPs } = settings
  const needed = (value: number) => (enabled && value === 0 ? blank : undefined)
  return collectIssues({
    batch: collectIssues({
      maxRequests: needed(requests) ?? atLeast(requests, 0) ?? atMost(requests, 1000),
      timeout: needed(timeout) ?? atLeast(timeout, 0) ?? atMost(timeout, 600),
      maxBodySize: atLeast(maxBodySize, 0),
    }),
    rateLimits: validateRateLimits(settings.rateLimits),
    superuserIPs: superuserIPs.length > maxAddresses ? tooLong(maxAddresses) : validateAddresses(superuserIPs),
  })
}
