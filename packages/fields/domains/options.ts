import * as v from 'valibot'
import type { OptionIssue } from '../contract.ts'
import { blankIssue } from '../options/optionIssues.ts'
import { type ShapeOf, setting, shape } from '../options/shape.ts'

const domainList = () => setting(v.nullable(v.array(v.string())), null)

/** Which domains an address may have: none of the one list, or only those of the other. Null and [] set no limit. */
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

/** Judges lists of domains by their keys. Only one of them may be used: what it lets in or keeps out is then clear. */
export const domainIssues = (lists: Readonly<Record<string, string[] | null>>): OptionIssue[] => {
  const used = Object.values(lists).filter(list => list?.length)
  if (used.length > 1) return Object.keys(lists).map(key => blankIssue(key))
  return Object.entries(lists).flatMap(([key, list]) => listIssues(list, key))
}

export const validateDomainOptions = ({ exceptDomains, onlyDomains }: DomainOptions): OptionIssue[] =>
  domainIssues({ exceptDomains, onlyDomains })

/** Whether the lists let a domain in. The comparison is exact: case counts and sub-domains are other domains. */
export const allowsDomain = ({ exceptDomains, onlyDomains }: DomainOptions, domain: string): boolean =>
  (!onlyDomains?.length || onlyDomains.includes(domain)) && !exceptDomains?.includes(domain)
