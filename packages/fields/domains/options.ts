import * as v from 'valibot'
import type { OptionIssue } from '../contract.ts'
import { blankIssue } from '../options/optionIssues.ts'
import { type ShapeOf, setting, shape } from '../options/shape.ts'

const domainList = () => setting(v.nullable(v.array(v.string())), null)

/** Allowed domains: all except `exceptDomains`, or only `onlyDomains`. null and [] mean no limit. */
export const domainOptions = shape({ exceptDomains: domainList(), onlyDomains: domainList() })

export type DomainOptions = ShapeOf<typeof domainOptions>

const domainForm = /^(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-zA-Z]{1,63}|xn--[a-z0-9]{1,59})$/

const isDomain = (text: string) => text.length <= 255 && domainForm.test(text)

const listIssues = (list: string[] | null, key: string): OptionIssue[] =>
  (list ?? []).flatMap((domain, index) =>
    domain === '' || isDomain(domain)
      ? []
      : [{ path: [key, index], code: 'validation_is_domain', message: 'Must be a valid domain.' }],
  )

/** Validates the two lists of domains. Only one can be used, so that the result is unambiguous. */
export function domainIssues(lists: Readonly<Record<string, string[] | null>>): OptionIssue[] {
  const used = Object.values(lists).filter(list => list?.length)
  if (used.length > 1) return Object.keys(lists).map(key => blankIssue(key))
  return Object.entries(lists).flatMap(([key, list]) => listIssues(list, key))
}

export function validateDomainOptions({ exceptDomains, onlyDomains }: DomainOptions): OptionIssue[] {
  return domainIssues({ exceptDomains, onlyDomains })
}

/** Whether the lists allow a domain. Compared exactly: case matters and a subdomain is a different domain. */
export function allowsDomain({ exceptDomains, onlyDomains }: DomainOptions, domain: string): boolean {
  return (!onlyDomains?.length || onlyDomains.includes(domain)) && !exceptDomains?.includes(domain)
}
