import { type Issue, isObject } from '@coffer/fields'
import type { Issues } from '../../issues/Issues.ts'
import { settings } from '../Settings.ts'
import { fixedNewerSettings, toNewerSettings } from './toNewerSettings.ts'

type Group = Record<string, unknown>

const shown = toNewerSettings(settings.parse({}))

/** The settings of PocketBase 0.23 and later with their secrets, which responses leave out. */
const known: Group = {
  ...shown,
  smtp: { ...shown.smtp, password: '' },
  s3: { ...shown.s3, secret: '' },
  backups: { ...shown.backups, s3: { ...shown.backups.s3, secret: '' } },
}

const older: Group = settings.parse({})

const keyIn = (group: Group, name: string): string | undefined =>
  Object.keys(group).find(key => key.toLowerCase() === name.toLowerCase())

const unknownIssue = (path: string, isOlder: boolean): Issue => ({
  code: 'validation_not_supported',
  message: isOlder
    ? `"${path}" is a setting of PocketBase 0.22. Send it with the header "X-Dialect: 0.22".`
    : `There is no setting "${path}". Leave it out; see "Which SDK?" in the manual.`,
})

const newerIssue = (path: string): Issue => ({
  code: 'validation_not_supported',
  message: `"${path}" is a setting of PocketBase 0.23 and later. Send it to /today/api/settings, or with the header "X-Dialect: today".`,
})

/** Renames the keys of a group to their exact names, and reports the unknown ones. */
function readGroup(sent: Group, group: Group, path: string, before: unknown): { values: Group; issues: Issues } {
  const values: Group = {}
  const issues: Issues = {}
  for (const [name, value] of Object.entries(sent)) {
    const key = keyIn(group, name)
    const own = isObject(before) ? before : {}
    if (key === undefined) issues[name] = unknownIssue(`${path}${name}`, keyIn(own, name) !== undefined)
    else if (isObject(value) && isObject(group[key])) {
      const inner = readGroup(value, group[key], `${path}${key}.`, own[key])
      values[key] = inner.values
      if (Object.keys(inner.issues).length > 0) issues[key] = inner.issues
    } else values[key] = value
  }
  return { values, issues }
}

const cannot = (message: string): Issue => ({ code: 'validation_not_supported', message })

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

const isSent = (value: unknown): boolean => value !== undefined && value !== null

/** Reports the settings that cannot be stored, unless they have their default values. */
function findUnheld({ trustedProxy, meta, logs }: Group): Issues {
  const issues: Issues = {}
  const { headers, useLeftmostIP } = isObject(trustedProxy) ? trustedProxy : {}
  if ((isSent(headers) && !isSame(headers, [])) || useLeftmostIP === true)
    issues.trustedProxy = cannot('Name the trusted proxies with --trustedProxies when you start the server.')
  if (isObject(meta) && isSent(meta.accentColor) && meta.accentColor !== fixedNewerSettings.accentColor)
    issues.meta = { accentColor: cannot('The dashboard has a fixed accent color. Leave it out.') }
  if (isObject(logs) && logs.logAuthId === true)
    issues.logs = { logAuthId: cannot('The log has no ids of users. Leave it out or send false.') }
  return issues
}

function renamed(group: unknown, from: string, to: string): unknown {
  if (!isObject(group) || !(from in group)) return group
  const { [from]: value, ...rest } = group
  return { ...rest, [to]: value }
}

/** A submitted change, to be merged into the settings. */
interface NewerSettingsChange {
  change: Group
  /** The issues of settings that are unknown or cannot be stored. */
  issues: Issues
}

/** Translates submitted settings of PocketBase 0.23 and later. Keys match ignoring case. */
export function readNewerSettings(sent: Group): NewerSettingsChange {
  const { values, issues } = readGroup(sent, known, '', older)
  const { batch, rateLimits, superuserIPs, trustedProxy, meta, logs, ...rest } = values
  const added = {
    ...(isSent(batch) && { batch }),
    ...(isSent(rateLimits) && { rateLimits }),
    ...(isSent(superuserIPs) && { superuserIPs }),
  }
  return {
    change: {
      ...rest,
      ...(meta !== undefined && { meta: renamed(meta, 'appURL', 'appUrl') }),
      ...(logs !== undefined && { logs: renamed(logs, 'logIP', 'logIp') }),
      ...(Object.keys(added).length > 0 && { coffer: added }),
    },
    issues: { ...findUnheld(values), ...issues },
  }
}

/** Finds submitted settings of PocketBase 0.23 and later that 0.22 does not have. Settings that neither has are no issue. */
export function findNewerSettings(sent: Group): Issues {
  const find = (group: Group, newer: Group, own: Group, path: string): Issues => {
    const issues: Issues = {}
    for (const [name, value] of Object.entries(group)) {
      const [key, ownKey] = [keyIn(newer, name), keyIn(own, name)]
      if (key === undefined) continue
      const [part, ownPart] = [newer[key], own[ownKey ?? '']]
      if (ownKey === undefined) issues[name] = newerIssue(`${path}${name}`)
      else if (isObject(value) && isObject(part) && isObject(ownPart)) {
        const inner = find(value, part, ownPart, `${path}${name}.`)
        if (Object.keys(inner).length > 0) issues[name] = inner
      }
    }
    return issues
  }
  return find(sent, known, older, '')
}

/** Names the issues of changed settings as PocketBase 0.23 and later name the settings. */
export function toNewerIssues({ coffer, meta, logs, ...rest }: Issues): Issues {
  return {
    ...rest,
    ...(isObject(coffer) ? (coffer as Issues) : {}),
    ...(meta && { meta: renamed(meta, 'appUrl', 'appURL') as Issues }),
    ...(logs && { logs: renamed(logs, 'logIp', 'logIP') as Issues }),
  }
}
